import type { WebSocket } from 'ws';
import type { AsOf } from '#model/changes/change.ts';
import type { Incoming, StorageState } from '#model/contract/socket-messages.ts';
import type { RoleId } from '#model/entities/role.ts';
import type { Caller } from '../../domain/accounts/authority.ts';
import type { HubSettings } from './hub-settings.ts';
import type { Replay } from './stored-replay.ts';

/** A gap being filled from storage; `replay` is undefined while the query runs. */
type Filling = { ask: number | undefined; since: number; replay: Replay | undefined; sent: number };

/** One let-in connection: who it is, where it stands in the live contacts, and what it may still send. */
export class HubClient {
  readonly socket: WebSocket;
  readonly mitasId: string;
  readonly userId: number;
  readonly sessionId: string;
  role: RoleId;
  /** How often its role was asked for or told: only the last answer counts. */
  judgings = 0;
  expiresAt: number;
  /** The next position to send; undefined while the client is not subscribed. */
  cursor: number | undefined;
  filling: Filling | undefined;
  /** Live contacts that were not sent because the client was too slow. */
  dropped = 0;
  heardAt: number;
  pingedAt: number;
  heartbeatAt = 0;
  unreadable = 0;
  /** How much room the host's disk has. */
  storage: () => StorageState = () => 'ok';
  /** Up to which change of its system everything was told. */
  changes: () => AsOf | undefined = () => undefined;
  readonly #settings: HubSettings;
  #allowance: number;
  #allowanceAt: number;
  /** Live and stored frames take turns, so that neither waits for the other. */
  #storedTurn = false;

  constructor(socket: WebSocket, mitasId: string, caller: Caller, role: RoleId, settings: HubSettings, now: number) {
    this.socket = socket;
    this.mitasId = mitasId;
    this.userId = caller.userId;
    this.sessionId = caller.sessionId;
    this.expiresAt = caller.expiresAt;
    this.role = role;
    this.heardAt = now;
    this.pingedAt = now;
    this.#settings = settings;
    this.#allowance = settings.messageBurst;
    this.#allowanceAt = now;
  }

  /** True once it is being closed, by either side. */
  get isLeaving(): boolean {
    return this.socket.readyState !== this.socket.OPEN;
  }

  get isCongested(): boolean {
    return this.socket.bufferedAmount > this.#settings.congestedBytes;
  }

  /** True while there is something of `head` or of a gap that this client is to get. */
  isBehind(head: number): boolean {
    return (this.cursor !== undefined && this.cursor <= head) || this.filling?.replay !== undefined;
  }

  /** True once for each of the frame's turns: the next frame to this client shall come from storage. */
  takesStored(head: number): boolean {
    if (!this.filling?.replay) return false;
    this.#storedTurn = !this.#storedTurn || this.cursor === undefined || this.cursor > head;
    return this.#storedTurn;
  }

  /** Takes one frame off the client's allowance; false when it sends too many. */
  allowMessage(now: number): boolean {
    const earned = ((now - this.#allowanceAt) / 1_000) * this.#settings.messagesPerSecond;
    this.#allowance = Math.min(this.#settings.messageBurst, this.#allowance + earned) - 1;
    this.#allowanceAt = now;
    return this.#allowance >= 0;
  }

  tell(message: Incoming): void {
    this.send(JSON.stringify(message));
  }

  /** Sends a serialised frame; a peer that lets too much pile up is dropped rather than buffered for. */
  send(text: string | Buffer): void {
    if (this.isLeaving) return;
    if (this.socket.bufferedAmount > this.#settings.overflowBytes) this.socket.terminate();
    else this.socket.send(text, { binary: false });
  }

  /** Sends a heartbeat; `epoch` is that of the live contacts. */
  beat(epoch: string, now: number): void {
    const at = this.cursor === undefined ? undefined : { epoch, next: this.cursor };
    const { mitasId } = this;
    const payload = { mitasId, ts: now, at, storage: this.storage(), changes: this.changes() };
    this.heartbeatAt = now;
    this.tell({ type: 'heartbeat', payload });
  }
}
