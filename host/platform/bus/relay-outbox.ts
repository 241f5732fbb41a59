import type { Relayed } from './relayed.ts';

/** Events waiting to be sent to other hosts, and the systems whose events were dropped. */
export class RelayOutbox {
  readonly #maxWaiting: number;
  #events: Relayed[] = [];
  #waiting = 0;
  /** Systems whose events were dropped, so that other hosts must read the database; null: all systems. */
  #missed: Set<string> | null = new Set();

  /** `maxWaiting`: above this number of waiting contacts and messages, the outbox is full. */
  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  /** The number of waiting contacts and messages. */
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

  /**
   * Removes and returns all waiting events. If events were dropped, the first returned one is a `missed`
   * event for their systems.
   */
  take(): Relayed[] {
    const events = this.#empty();
    const missed = this.#missed;
    this.#missed = new Set();
    return missed?.size === 0 ? events : [{ kind: 'missed', mitasIds: missed && [...missed] }, ...events];
  }

  giveUpAll(): void {
    this.giveUp(this.#empty());
  }

  /** Drops these events. The next `take` reports them as missed. */
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
