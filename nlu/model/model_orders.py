"""The tools of staff's that a model says are asked for, and what it says fills the order under way.

Nothing of them is the model's own: a parameter is words that stand in the text, or one of a few values."""

from __future__ import annotations

from collections.abc import Sequence

from booking.intents import AnyIntent, Fills, UseTool
from booking.models import UnderstandingContext
from booking.models.tool_answers import PERSONS
from nlu.model.model_answer import Item, ToolSchema
from nlu.naming.somebody import names_another
from nlu.parsed import MOST_INTENTS
from nlu.staff.filling import filled


def orders(
    items: list[Item], text: str, true: dict[str, str], context: UnderstandingContext, tools: Sequence[ToolSchema]
) -> tuple[AnyIntent, ...]:
    """The tools of staff's that are asked for, and what fills the order under way."""
    made = (_tool(i, true, tools, context) if i.intent == "use_tool" else _fills(i, true, context) for i in items)
    orders = [order for order in made if order is not None]
    if context.asked is not None and names_another(text, context):
        # What is said of somebody else changes nobody's order but their own.
        orders = [order for order in orders if not (order.fills and not PERSONS & dict(order.arguments).keys())]
    return tuple(dict.fromkeys(orders))[:MOST_INTENTS]


def _fills(item: Item, true: dict[str, str], context: UnderstandingContext) -> UseTool | None:
    """What fills the order of staff's that is under way, where it was taken for a wish or a name."""
    if context.asked is None or item.intent not in ("check_availability", "provide_customer_data"):
        return None
    span = next((true[v.text] for v in item.values if v.field in ("when", "name") and v.text in true), None)
    return filled(span, context.asked, context) if span else None


def _tool(
    item: Item, true: dict[str, str], tools: Sequence[ToolSchema], context: UnderstandingContext
) -> UseTool | None:
    """The tool asked for, if it is one of the role's and no parameter is made up; of its parameters, the words that
    stand in the text, and what may only be one of a few values. Where the same tool is under way it fills that; but
    what names somebody while an order is proposed is another order."""
    schema = next((tool["parameters"]["properties"] for tool in tools if tool["name"] == item.tool), None)
    if schema is None or item.tool is None or any(a.field not in schema for a in item.arguments):
        return None
    given = {
        a.field: a.text if "enum" in schema[a.field] else true[a.text]
        for a in item.arguments
        if a.text in schema[a.field].get("enum", true)
    }
    asked = context.asked
    same = asked is not None and asked.tool == item.tool and bool(asked.field or not PERSONS & given.keys())
    return UseTool(tool=item.tool, arguments=tuple(given.items()), fills=Fills.ADDS if same else None)
