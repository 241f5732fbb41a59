import type { AnyActorRef } from 'xstate';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { TimeText } from '../../model/time/time-text.ts';
import { journalIn } from './journal-actor.ts';
import { shown } from './journal-selectors.ts';

/** Returns a formatter of times in the system's timezone, which it reads from the journal once (SYS-16). */
export function timesIn(system: AnyActorRef['system']): TimeText {
  const { account, host } = shown(journalIn(system).getSnapshot());
  return new TimeText(selectedSystem(account)?.timezone ?? 'UTC', host.config?.clock);
}
