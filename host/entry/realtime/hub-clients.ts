import type { HubClient } from './hub-client.ts';

/**
 * The accepted clients of the hub, and recent events that matter to handshakes in progress. The upgrade
 * handler registers clients here; `onAdmitted` then informs the hub.
 */
export class HubClients {
  readonly #clients = new Set<HubClient>();
  /** When (ms) sessions ended that a handshake in progress may still be using. */
  readonly #endedAt = new Map<string, number>();
  readonly #endedMemoryMs: number;
  readonly #onAdmitted: (client: HubClient) => void;
  #membershipChanges = 0;
  #framesOfGone = 0;

  /** `endedMemoryMs` is how long an ended session is remembered: longer than a handshake takes. */
  constructor(endedMemoryMs: number, onAdmitted: (client: HubClient) => void) {
    this.#endedMemoryMs = endedMemoryMs;
    this.#onAdmitted = onAdmitted;
  }

  get size(): number {
    return this.#clients.size;
  }

  /** The number of ended sessions that are remembered. */
  get endedSessions(): number {
    return this.#endedAt.size;
  }

  /** Grows when memberships or systems change. A handshake in progress then checks its membership again. */
  get membershipChanges(): number {
    return this.#membershipChanges;
  }

  /** The number of frames sent since the start of the hub, including to clients that have left. */
  get frames(): number {
    return this.all().reduce((sum, client) => sum + client.frames, this.#framesOfGone);
  }

  all(): HubClient[] {
    return [...this.#clients];
  }

  where(matches: (client: HubClient) => boolean): HubClient[] {
    return this.all().filter(matches);
  }

  countOf(userId: number): number {
    let count = 0;
    for (const client of this.#clients) if (client.userId === userId) count++;
    return count;
  }

  /** Registers a client. @throws the hub's error if the hub cannot accept the client. */
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

  /** Remembers that a session ended at `now` (ms). */
  noteEnded(sessionId: string, now: number): void {
    this.#endedAt.set(sessionId, now);
  }

  hasEnded(sessionId: string): boolean {
    return this.#endedAt.has(sessionId);
  }

  /** Forgets sessions that ended before any handshake still in progress began. */
  forgetEnded(now: number): void {
    for (const [sessionId, endedAt] of this.#endedAt) if (now - endedAt > this.#endedMemoryMs) this.#endedAt.delete(sessionId);
  }
}
