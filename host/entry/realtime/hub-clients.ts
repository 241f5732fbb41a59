import type { HubClient } from './hub-client.ts';

/**
 * The registry of the hub: the clients that were let in, and what has changed while others are being let in.
 * The doorkeeper asks it and admits to it; the hub hears of whom.
 */
export class HubClients {
  readonly #clients = new Set<HubClient>();
  /** When sessions ended that a handshake under way may still show, in ms. */
  readonly #endedAt = new Map<string, number>();
  readonly #endedMemoryMs: number;
  readonly #onAdmitted: (client: HubClient) => void;
  #membershipChanges = 0;
  #framesOfGone = 0;

  /** `endedMemoryMs`: how long a session is remembered as ended, longer than a handshake takes. */
  constructor(endedMemoryMs: number, onAdmitted: (client: HubClient) => void) {
    this.#endedMemoryMs = endedMemoryMs;
    this.#onAdmitted = onAdmitted;
  }

  get size(): number {
    return this.#clients.size;
  }

  /** How many ended sessions are remembered. */
  get endedSessions(): number {
    return this.#endedAt.size;
  }

  /** Grows whenever memberships or systems change: whoever is being let in just now is judged once more. */
  get membershipChanges(): number {
    return this.#membershipChanges;
  }

  /** Frames sent since the hub began, to those who are gone, too. */
  get frames(): number {
    return this.all().reduce((sum, client) => sum + client.frames, this.#framesOfGone);
  }

  all(): HubClient[] {
    return [...this.#clients];
  }

  where(isMeant: (client: HubClient) => boolean): HubClient[] {
    return this.all().filter(isMeant);
  }

  countOf(userId: number): number {
    let count = 0;
    for (const client of this.#clients) if (client.userId === userId) count++;
    return count;
  }

  /** @throws what the hub throws that cannot welcome it: it is not in then. */
  admit(client: HubClient): void {
    this.#onAdmitted(client);
    this.#clients.add(client);
  }

  remove(client: HubClient): void {
    if (this.#clients.delete(client)) this.#framesOfGone += client.frames;
  }

  noteMembershipChange(): void {
    this.#membershipChanges++;
  }

  /** `now` in ms. */
  noteEnded(sessionId: string, now: number): void {
    this.#endedAt.set(sessionId, now);
  }

  hasEnded(sessionId: string): boolean {
    return this.#endedAt.has(sessionId);
  }

  /** Forgets the sessions that ended too long ago for a handshake to show them. */
  forgetEnded(now: number): void {
    for (const [sessionId, endedAt] of this.#endedAt) if (now - endedAt > this.#endedMemoryMs) this.#endedAt.delete(sessionId);
  }
}
