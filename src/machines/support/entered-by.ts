import type { EventObject } from 'xstate';

/**
 * The event by which a state was entered, where what it invokes begins with what that brought. Throws when it
 * was another one: a defect, since only transitions on that event may lead to the state.
 */
export function enteredBy<TEvent extends EventObject, TType extends TEvent['type']>(
  event: TEvent,
  type: TType,
): Extract<TEvent, { type: TType }> {
  if (event.type !== type) throw new Error(`A state that is entered by ${type} was entered by ${event.type}`);
  return event as Extract<TEvent, { type: TType }>;
}
