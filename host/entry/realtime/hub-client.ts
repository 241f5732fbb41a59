import type { WebSocket } from 'ws';
import type { AsOf } from '#model/changes/change.ts';
import type { Incoming, StorageState } from '#model/contract/socket-messages.ts';
import type { RoleId } from '#model/entities/role.ts';
import type { Caller } from '../../domain/accounts/authority.ts';
import type { HubSettings } from './hub-settings.ts';
import type { Replay } from './stored-replay.ts';

/** A gap that is asked for: `ask` is the client's own number of it, `since` in ms. */
export type Gap = { ask: number | undefined; since: number };

/** A gap whose answer has come: so many of its frames were sent. */
type Filled = { replay: Replay; sent: number };

/** Where a client stands in its system's live contacts; `next` is the next position to send. */
type Subscription =
  | { kind: 'unsubscribed' }
  /** Live, while a gap before `next` is filled from storage; `filled` is null while the query runs. */
  | { kind: 'filling'; next: number; gap: Gap; filled: Filled | null }
  | { kind: 'live'; next: number };

/**
 * What a heartbeat says of the host: the epoch of the live contacts, room on the disk, and the last change
 * that was published.
 */
export type Standing = { epoch: string; storage: StorageState; changes: AsOf | undefined };

/**
 * One connection that was let in: who it is, where it stands in the live contacts, and what it may still
 * send.
 */
export class HubClient {
  readonly socket: WebSocket;
  readonly mitasId: string;
  readonly userId: number;
  readonly sessionId: string;
  readonly #settings: HubSettings;
  #role: RoleId;
  /** How often its role was asked for or set: only the last answer counts. */
  #judgings = 0;
  #expiresAt: number;
  #subscription: Subscription = { kind: 'unsubscribed' };
  #dropped = 0;
  #heardAt: number;
  #pingedAt: number;
  #heartbeatAt = 0;
  #unreadable = 0;
  #allowance: number;
  #allowanceAt: number;
  /** Live and stored frames take turns, so that neither waits for the other. */
  #storedTurn = false;

  constructor(socket: WebSocket, mitasId: string, caller: Caller, role: RoleId, settings: HubSettings, now: number) {
    this.socket = socket;
    this.mitasId = mitasId;
    this.userId = caller.userId;
    this.sessionId = caller.sessionId;
    this.#expiresAt = caller.expiresAt;
    this.#role = role;
    this.#heardAt = now;
    this.#pingedAt = now;
    this.#settings = settings;
    this.#allowance = settings.messageBurst;
    this.#allowanceAt = now;
  }

  get role(): RoleId {
    return this.#role;
  }

  /** The next position to send; undefined while the client is not subscribed. */
  get next(): number | undefined {
    return this.#subscription.kind === 'unsubscribed' ? undefined : this.#subscription.next;
  }

  /** Live contacts that were not sent because the client was too slow. */
  get dropped(): number {
    return this.#dropped;
  }

  /** True once it is being closed, by either side. */
  get isLeaving(): boolean {
    return this.socket.readyState !== this.socket.OPEN;
  }

  get isCongested(): boolean {
    return this.socket.bufferedAmount > this.#settings.congestedBytes;
  }

  /**
   * Begins to ask for its role anew; the answer counts while the number that this returns is the last one.
   */
  beginJudging(): number {
    return ++this.#judgings;
  }

  isLastJudging(judging: number): boolean {
    return this.#judgings === judging;
  }

  /** Gives it a role, whatever is being asked; true where it is another one. */
  setRole(role: RoleId): boolean {
    const isAnother = role !== this.#role;
    this.#role = role;
    this.#judgings++;
    return isAnother;
  }

  /** Lets it live until then (ms). */
  prolong(expiresAt: number): void {
    this.#expiresAt = expiresAt;
  }

  hasExpired(now: number): boolean {
    return now >= this.#expiresAt;
  }

  /** Notes that it said something. */
  noteHeard(now: number): void {
    this.#heardAt = now;
  }

  isSilent(now: number): boolean {
    return now - this.#heardAt > this.#settings.silenceMs;
  }

  /** Pings it where the last ping is long enough ago. */
  pingWhenDue(now: number): void {
    if (now - this.#pingedAt < this.#settings.pingMs) return;
    this.#pingedAt = now;
    this.socket.ping();
  }

  /** Counts a frame that made no sense; true once there were too many. */
  noteUnreadable(): boolean {
    this.#unreadable++;
    return this.#unreadable > this.#settings.maxUnreadable;
  }

  /** Takes one frame off the client's allowance; false when it sends too many. */
  allowMessage(now: number): boolean {
    const earned = ((now - this.#allowanceAt) / 1_000) * this.#settings.messagesPerSecond;
    this.#allowance = Math.min(this.#settings.messageBurst, this.#allowance + earned) - 1;
    this.#allowanceAt = now;
    return this.#allowance >= 0;
  }

  /** Gets live contacts from the position `next` on; a gap that was being filled is given up. */
  goLive(next: number): void {
    this.#subscription = { kind: 'live', next };
  }

  /** Gets live contacts from `next` on, and what of the gap before it is stored once `fill` brings it. */
  awaitGap(next: number, gap: Gap): void {
    this.#subscription = { kind: 'filling', next, gap, filled: null };
  }

  /** Brings the answer to a gap; false where the client does not wait for this one any more. */
  fill(gap: Gap, replay: Replay): boolean {
    const subscription = this.#subscription;
    if (subscription.kind !== 'filling' || subscription.gap !== gap) return false;
    this.#subscription = { ...subscription, filled: { replay, sent: 0 } };
    return true;
  }

  unsubscribe(): void {
    this.#subscription = { kind: 'unsubscribed' };
  }

  /** The answer that is being sent to it. */
  get replay(): Replay | undefined {
    return this.#filled?.replay;
  }

  /** True while there is something up to `head` or of a gap that this client is to get. */
  isBehind(head: number): boolean {
    const { next } = this;
    return (next !== undefined && next <= head) || this.#filled !== null;
  }

  /** True once for each of the frame's turns: the next frame to this client shall come from storage. */
  takesStored(head: number): boolean {
    if (this.#filled === null) return false;
    this.#storedTurn = !this.#storedTurn || this.next === undefined || this.next > head;
    return this.#storedTurn;
  }

  /** Passes over live contacts that are no longer kept, up to the position `first`. */
  skipTo(first: number): void {
    if (this.#subscription.kind === 'unsubscribed') return;
    this.#dropped += first - this.#subscription.next;
    this.#subscription = { ...this.#subscription, next: first };
  }

  /** Sends a frame of live contacts; the one after it begins at `next`. */
  sendLive(frame: Buffer, next: number): void {
    if (this.#subscription.kind === 'unsubscribed') return;
    this.send(frame);
    this.#subscription = { ...this.#subscription, next };
  }

  /** Sends the next stored frame; true once all are sent, or there is none. */
  sendStored(): boolean {
    const filled = this.#filled;
    if (filled === null) return true;
    const frame = filled.replay.frames[filled.sent];
    if (frame !== undefined) {
      this.send(frame);
      filled.sent++;
    }
    return filled.sent >= filled.replay.frames.length;
  }

  /**
   * Ends the filling of a gap, and answers what it was and how many frames of it were sent; null where none
   * was on its way.
   */
  endFilling(): (Gap & { replay: Replay; sent: number }) | null {
    if (this.#subscription.kind !== 'filling' || this.#subscription.filled === null) return null;
    const { next, gap, filled } = this.#subscription;
    this.goLive(next);
    return { ...gap, ...filled };
  }

  sendMessage(message: Incoming): void {
    this.send(JSON.stringify(message));
  }

  /** Sends a serialised frame; a peer that lets too much pile up is dropped rather than buffered for. */
  send(text: string | Buffer): void {
    if (this.isLeaving) return;
    if (this.socket.bufferedAmount > this.#settings.overflowBytes) this.socket.terminate();
    else this.socket.send(text, { binary: false });
  }

  isHeartbeatDue(now: number): boolean {
    return now - this.#heartbeatAt >= this.#settings.heartbeatMs;
  }

  /** Sends a heartbeat; `now` in ms. */
  beat({ epoch, storage, changes }: Standing, now: number): void {
    const { mitasId, next } = this;
    const at = next === undefined ? undefined : { epoch, next };
    this.#heartbeatAt = now;
    this.sendMessage({ type: 'heartbeat', payload: { mitasId, ts: now, at, storage, changes } });
  }

  get #filled(): Filled | null {
    return this.#subscription.kind === 'filling' ? this.#subscription.filled : null;
  }
}
