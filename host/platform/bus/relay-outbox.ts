import type { Relayed } from './relayed.ts';

/** What other hosts have yet to hear, and of which systems they have to look at the database instead. */
export class RelayOutbox {
  readonly #maxWaiting: number;
  #events: Relayed[] = [];
  #waiting = 0;
  /** Of which systems the others missed something; null: of all. */
  #missed: Set<string> | null = new Set();

  /** `maxWaiting`: contacts and messages. */
  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  /** Contacts and messages that wait. */
  get waiting(): number {
    return this.#waiting;
  }

  get isFull(): boolean {
    return this.#waiting > this.#maxWaiting;
  }

  get isEmpty(): boolean {
    return this.#events.length === 0 && this.#missed?.size === 0;
  }

  add(event: Relayed): void {
    this.#events.push(event);
    this.#waiting += event.kind === 'contacts' ? event.contacts.length : 1;
  }

  /** Hands out all that waits, first of all what was missed. */
  take(): Relayed[] {
    const events = this.#empty();
    const missed = this.#missed;
    this.#missed = new Set();
    return missed?.size === 0 ? events : [{ kind: 'missed', mitasIds: missed && [...missed] }, ...events];
  }

  giveUpAll(): void {
    this.giveUp(this.#empty());
  }

  /** These are not sent: in their place the others hear that they missed something. */
  giveUp(events: readonly Relayed[]): void {
    for (const event of events) {
      if (event.kind === 'accountChanged' || (event.kind === 'missed' && event.mitasIds === null)) this.#missed = null;
      else if (event.kind === 'missed') event.mitasIds?.forEach((mitasId) => this.#missed?.add(mitasId));
      else this.#missed?.add(event.mitasId);
    }
  }

  #empty(): Relayed[] {
    const events = this.#events;
    [this.#events, this.#waiting] = [[], 0];
    return events;
  }
}
