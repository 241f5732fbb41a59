/** Passes the event as params of a guard or action (CODE-25): `{ type: 'takePage', params: theEvent }`. */
export function theEvent<TEvent>({ event }: { event: TEvent }): TEvent {
  return event;
}
