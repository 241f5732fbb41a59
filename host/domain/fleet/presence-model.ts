import { receiverStatuses } from '#model/entities/receiver.ts';

/** If two checks are further apart than this (ms), the machine slept or its clock was set. */
export const longestPauseMs = 30_000;
/**
 * How much (ms) the clocks of hosts may differ. A time further ahead was stored before a clock was set back.
 */
export const clockToleranceMs = 30_000;

/**
 * When a receiver was heard (ms, this host's clock). `byThis`: by this host, not read from the database.
 * `isState`: it reported a state other than online.
 */
type Heard = { at: number; byThis: boolean; isState?: boolean };

/**
 * What one host hears of one system, and since when without a break. While the host itself was away, silence
 * does not count against a receiver (RX-23). All times in ms of the host's clock.
 */
export class SystemHearing {
  #since: number;
  #lookedAt: number;
  #isBroken = false;
  readonly #heard = new Map<number, Heard>();
  /** When each receiver was heard, as this host last stored it for the other hosts. */
  readonly #noted = new Map<number, number>();

  constructor(now: number) {
    this.#since = now;
    this.#lookedAt = now;
  }

  note(rxId: number, heard: Heard): void {
    this.#heard.set(rxId, heard);
  }

  of(rxId: number): Heard | undefined {
    return this.#heard.get(rxId);
  }

  /** Returns the receivers that this host heard and has not stored for `everyMs`. */
  unnoted(everyMs: number): { rxId: number; at: number }[] {
    const unnoted: { rxId: number; at: number }[] = [];
    for (const [rxId, { at, byThis }] of this.#heard) {
      const noted = this.#noted.get(rxId);
      if (byThis && (noted === undefined || at < noted || at - noted >= everyMs)) unnoted.push({ rxId, at });
    }
    return unnoted;
  }

  /** Records that these were stored for the other hosts. */
  markNoted(noted: readonly { rxId: number; at: number }[]): void {
    for (const { rxId, at } of noted) this.#noted.set(rxId, at);
  }

  /**
   * Applies the stored times of receivers that seem silent. Returns the receivers that another host heard. A
   * host stores its times only every `everyMs`, so it may have heard them that much later.
   */
  noteElsewhere(noted: readonly { rxId: number; at: number }[], everyMs: number, now: number): ReadonlySet<number> {
    const elsewhere = new Set<number>();
    for (const { rxId, at } of noted) {
      if (this.#noted.get(rxId) === at || at > now + clockToleranceMs) continue;
      this.note(rxId, { at: Math.min(at + everyMs, now), byThis: false });
      elsewhere.add(rxId);
    }
    return elsewhere;
  }

  /** Records that the system could not be heard for a while. The next check starts over. */
  break(): void {
    this.#isBroken = true;
  }

  /** Starts a check. Returns the time since which the system has been heard without a break. */
  look(now: number): number {
    const isSetBack = now < this.#lookedAt;
    if (this.#isBroken || isSetBack || now - this.#lookedAt > longestPauseMs) this.#since = now;
    // The clock was set back, so the stored times say nothing.
    if (isSetBack) this.#heard.clear();
    this.#isBroken = false;
    this.#lookedAt = now;
    return this.#since;
  }
}

/** The facts that determine a receiver's state; times in ms. */
export type PresenceFacts = {
  enabled: boolean;
  status: number;
  /**
   * Since when the receiver has been in that state, by the clock of the host that stored it; null before its
   * first state.
   */
  statusTime: number | null;
  heard: Heard | undefined;
  /** Since when this host has been able to hear the receiver. */
  hearingSince: number;
  now: number;
  silentAfterMs: number;
};

/**
 * Returns a receiver's present state (RX-23). Of several hosts, the one that heard it last decides. A
 * receiver that is online was heard by some host when it came online. A receiver in another state comes
 * online only by what was received after that state.
 */
export function nextStatus(facts: PresenceFacts): number {
  const { enabled, status, statusTime, heard, hearingSince, now, silentAfterMs } = facts;
  const { online, offline, disabled } = receiverStatuses;
  if (!enabled) return disabled;
  const isRecent = (time: number) => now - time < silentAfterMs;
  const isUnknown = statusTime === null || statusTime > now + clockToleranceMs;
  const changedAt = isUnknown ? -Infinity : Math.min(statusTime, now);
  const speaks = heard !== undefined && isRecent(heard.at);
  if (status === online) return speaks || isRecent(hearingSince) || isRecent(changedAt) ? online : offline;
  // Count only what was heard after the state was stored: what was heard before may be the reason for that
  // state.
  if (speaks && heard.byThis && heard.isState !== true && (status === disabled || heard.at >= changedAt)) return online;
  // A receiver between two states gets time to come online. If it reported the state itself, it keeps the
  // state while it sends.
  const isBetween = status !== disabled && status !== offline;
  return isBetween && (speaks || isRecent(hearingSince) || isRecent(changedAt)) ? status : offline;
}
