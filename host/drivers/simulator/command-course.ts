import type { CommandStep } from '../../domain/commands/index.ts';
import type { CommandType } from '#model/entities/command.ts';
import type { SimulatedManners } from '../../platform/store/schema-commands.ts';
import { chance, hash32 } from './chance.ts';
import { commandedRebootMs } from './outages.ts';

/** A step of a command, `afterMs` after the step before it. If `acts` is set, the step changes the world. */
export type CourseStep = { afterMs: number; step: CommandStep; acts?: true };

/** How long a receiver takes to carry out a command (ms) before it reports completion. */
const runMs: Readonly<Record<CommandType, number>> = {
  rxUpdate: 4_000,
  // A reboot is complete once the receiver is online again. One more second lets consoles know of that first.
  rxReboot: commandedRebootMs + 1_000,
  rxEraseMemory: 2_500,
  rxSyncClock: 400,
  rxScheduleRefresh: 900,
  rxForceRefresh: 900,
};

const unlikely = { silence: 0.02, failure: 0.03, retry: 0.1 } as const;
const quickest = 60;
const slowest = 700;

const draws = { silence: 71, ack: 72, retry: 73, failure: 74 } as const;

/**
 * Returns the steps of a command in the simulated world: by chance from the seed and the command's id, or as
 * a test has set its receivers to behave (`manners`). Pure, so that a restarted course is the same.
 */
export function courseOf(
  seed: number,
  { commandId, commandType }: { commandId: string; commandType: CommandType },
  manners: SimulatedManners | null,
): CourseStep[] {
  const key = Buffer.from(commandId).reduce((mixed, byte) => hash32(mixed, byte), 0);
  const isLikely = (draw: number, likely: number) => manners === null && chance(seed, draw, key) < likely;
  if (isLikely(draws.silence, unlikely.silence)) return [];
  const ackMs = manners === null ? quickest + chance(seed, draws.ack, key) ** 2 * (slowest - quickest) : manners.ackMs;
  if (ackMs === null) return [];
  const ends = manners === null ? runMs[commandType] : manners.runMs;
  const course: CourseStep[] = [{ afterMs: ackMs, step: { kind: 'acknowledged' } }];
  if (ends === null) return [...course, { afterMs: 0, step: { kind: 'executing' } }];
  const retries = manners === null ? Number(isLikely(draws.retry, unlikely.retry)) : (manners.retries ?? 0);
  const error = isLikely(draws.failure, unlikely.failure) ? 'The receiver refused it' : manners?.error;
  const isDone = error === undefined;
  course.push({ afterMs: 0, step: { kind: 'executing' }, ...(isDone && retries === 0 && { acts: true }) });
  for (let retry = 1; retry <= retries; retry++) {
    const isLast = retry === retries;
    course.push({ afterMs: ends / 2, step: { kind: 'retrying', attempt: retry + 1 }, ...(isDone && isLast && { acts: true }) });
  }
  return [...course, { afterMs: ends, step: isDone ? { kind: 'completed' } : { kind: 'failed', error } }];
}
