import type { EventObject } from 'xstate';

/**
 * Returns the event by which a state was entered, for the input of actors that it invokes. Throws for another
 * event type: a defect, because only that event may lead to the state.
 */
export function enteredBy<TEvent extends EventObject, TType extends TEvent['type']>(
  event: TEvent,
  type: TType,
): Extract<TEvent, { type: TType }> {
  if (event.type !== type) throw new Error(`A state that is entered by ${type} was entered by ${event.type}`);
  return event as Extract<TEvent, { type: TType }>;
}
