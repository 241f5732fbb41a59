import { receiverStatuses } from '#model/entities/receiver.ts';

/** Two looks that are further apart than this (ms): the machine slept, or its clock was set. */
export const longestPauseMs = 30_000;
/** So far (ms) the clocks of hosts may differ; a time further ahead is from before a clock was set back. */
export const clockToleranceMs = 30_000;

/**
 * When a receiver was heard (ms, this host's clock); `byThis`: by this host, not found in the storage;
 * `isState`: it said in which state other than online it is.
 */
type Heard = { at: number; byThis: boolean; isState?: boolean };

/**
 * What one host hears of one system, and since when without a break: for a silence that falls into the host's
 * own absence no receiver can be blamed (RX-23). All times in ms by the host's clock.
 */
export class SystemHearing {
  #since: number;
  #lookedAt: number;
  #isBroken = false;
  readonly #heard = new Map<number, Heard>();
  /** What this host has noted for the others. */
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

  /** What others have to be told: who was heard by this host, and not noted for so long (ms). */
  unnoted(everyMs: number): { rxId: number; at: number }[] {
    const unnoted: { rxId: number; at: number }[] = [];
    for (const [rxId, { at, byThis }] of this.#heard) {
      const noted = this.#noted.get(rxId);
      if (byThis && (noted === undefined || at < noted || at - noted >= everyMs)) unnoted.push({ rxId, at });
    }
    return unnoted;
  }

  /** This was noted for the others. */
  markNoted(noted: readonly { rxId: number; at: number }[]): void {
    for (const { rxId, at } of noted) this.#noted.set(rxId, at);
  }

  /**
   * Takes in what is noted of receivers that seem silent; answers which of them another host has heard. One
   * that notes every `everyMs` may have heard them so much later.
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

  /** It could not be heard for a while: the next look begins again. */
  break(): void {
    this.#isBroken = true;
  }

  /** Begins a look; answers since when the system is heard without a break. */
  look(now: number): number {
    const isSetBack = now < this.#lookedAt;
    if (this.#isBroken || isSetBack || now - this.#lookedAt > longestPauseMs) this.#since = now;
    // By the clock as it is now, nobody knows how long ago that was.
    if (isSetBack) this.#heard.clear();
    this.#isBroken = false;
    this.#lookedAt = now;
    return this.#since;
  }
}

/** What a receiver's state follows from; times in ms. */
export type PresenceFacts = {
  enabled: boolean;
  status: number;
  /** Since when it is in that state, by the clock of the host that wrote it; null before its first. */
  statusTime: number | null;
  heard: Heard | undefined;
  /** Since when this host could hear it. */
  hearingSince: number;
  now: number;
  silentAfterMs: number;
};

/**
 * The state that a receiver is in now (RX-23). Of several hosts on a database the one that hears it last is
 * right: who is online was heard when it came online, by whichever host, and who is in another state comes
 * online by what was received after that alone.
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
  // What was heard before a state was written may be what another host wrote it by.
  if (speaks && heard.byThis && heard.isState !== true && (status === disabled || heard.at >= changedAt)) return online;
  // Who is in between, on its way to be online, gets its time; who said so itself, for as long as it speaks.
  const isBetween = status !== disabled && status !== offline;
  return isBetween && (speaks || isRecent(hearingSince) || isRecent(changedAt)) ? status : offline;
}
