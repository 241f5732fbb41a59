import type { WebSocket } from 'ws';
import type { AsOf } from '#model/changes/change.ts';
import type { Incoming, StorageState } from '#model/contract/socket-messages.ts';
import type { RoleId } from '#model/entities/role.ts';
import type { Caller } from '../../domain/accounts/authority.ts';
import type { HubSettings } from './hub-settings.ts';
import { LiveSubscription } from './live-subscription.ts';

/**
 * What a heartbeat reports: the epoch of the live contacts, whether the disk has room, and the last published
 * change.
 */
export type HostCondition = { epoch: string; storage: StorageState; changes: AsOf | undefined };

/** One accepted connection: its person, its position in the live contacts, and how much it may send. */
export class HubClient {
  readonly socket: WebSocket;
  readonly mitasId: string;
  readonly userId: number;
  readonly sessionId: string;
  readonly live = new LiveSubscription();
  /** Aborts when the connection closes. */
  readonly gone: AbortSignal;
  /** The number of frames sent to the client. */
  frames = 0;
  readonly #settings: HubSettings;
  #role: RoleId;
  /** Counts the checks and changes of the role: only the last one counts. */
  #judgings = 0;
  #expiresAt: number;
  #heardAt: number;
  #pingedAt: number;
  #heartbeatAt = 0;
  #unreadable = 0;
  #allowance: number;
  #allowanceAt: number;
  #turn: Promise<void> = Promise.resolve();
  #inTurn = 0;

  constructor(socket: WebSocket, mitasId: string, caller: Caller, role: RoleId, settings: HubSettings, now: number) {
    this.socket = socket;
    this.mitasId = mitasId;
    this.userId = caller.userId;
    this.sessionId = caller.sessionId;
    const gone = new AbortController();
    this.gone = gone.signal;
    socket.once('close', () => gone.abort());
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

  /** True once either side is closing the connection. */
  get isLeaving(): boolean {
    return this.socket.readyState !== this.socket.OPEN;
  }

  get isCongested(): boolean {
    return this.socket.bufferedAmount > this.#settings.congestedBytes;
  }

  /**
   * Starts a check of the role and returns its number. Its result counts only if no later check or change has
   * started.
   */
  beginJudging(): number {
    return ++this.#judgings;
  }

  isLastJudging(judging: number): boolean {
    return this.#judgings === judging;
  }

  /** Sets the role; any check in progress no longer counts. Returns true if the role differs from before. */
  setRole(role: RoleId): boolean {
    const isAnother = role !== this.#role;
    this.#role = role;
    this.#judgings++;
    return isAnother;
  }

  /** Keeps the connection open until `expiresAt` (ms), when the token expires. */
  prolong(expiresAt: number): void {
    this.#expiresAt = expiresAt;
  }

  hasExpired(now: number): boolean {
    return now >= this.#expiresAt;
  }

  /** Records that the client sent something. */
  noteHeard(now: number): void {
    this.#heardAt = now;
  }

  isSilent(now: number): boolean {
    return now - this.#heardAt > this.#settings.silenceMs;
  }

  /** Sends a ping if the last one was at least `pingMs` ago. */
  pingWhenDue(now: number): void {
    if (now - this.#pingedAt < this.#settings.pingMs) return;
    this.#pingedAt = now;
    this.socket.ping();
  }

  /** Counts an unreadable frame. Returns true if there were too many. */
  noteUnreadable(): boolean {
    this.#unreadable++;
    return this.#unreadable > this.#settings.maxUnreadable;
  }

  /** Takes one frame off the client's allowance. Returns false if the client sends too many. */
  allowMessage(now: number): boolean {
    const earned = ((now - this.#allowanceAt) / 1_000) * this.#settings.messagesPerSecond;
    this.#allowance = Math.min(this.#settings.messageBurst, this.#allowance + earned) - 1;
    this.#allowanceAt = now;
    return this.#allowance >= 0;
  }

  /**
   * Runs `work` after the client's earlier requests, so that each client has one running at a time (CMD-12).
   * Returns false if too many are waiting. `work` never rejects.
   */
  takeTurn(work: () => Promise<void>): boolean {
    if (this.#inTurn >= this.#settings.messageBurst) return false;
    this.#inTurn++;
    this.#turn = this.#turn.then(work).finally(() => this.#inTurn--);
    return true;
  }

  sendMessage(message: Incoming): void {
    this.send(JSON.stringify(message));
  }

  /** Sends a serialised frame. Disconnects a client with too many unsent bytes instead of buffering more. */
  send(text: string | Buffer): void {
    if (this.isLeaving) return;
    if (this.socket.bufferedAmount > this.#settings.overflowBytes) this.socket.terminate();
    else {
      this.frames++;
      this.socket.send(text, { binary: false });
    }
  }

  isHeartbeatDue(now: number): boolean {
    return now - this.#heartbeatAt >= this.#settings.heartbeatMs;
  }

  /** Sends a heartbeat; `now` in ms. */
  sendHeartbeat({ epoch, storage, changes }: HostCondition, now: number): void {
    const { mitasId } = this;
    const { next } = this.live;
    const at = next === undefined ? undefined : { epoch, next };
    this.#heartbeatAt = now;
    this.sendMessage({ type: 'heartbeat', payload: { mitasId, ts: now, at, storage, changes } });
  }
}
