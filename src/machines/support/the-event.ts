/**
 * Passes the event itself as the params of a guard or an action (CODE-25): `{ type: 'takePage', params:
 * theEvent }`.
 */
export function theEvent<TEvent>({ event }: { event: TEvent }): TEvent {
  return event;
}
