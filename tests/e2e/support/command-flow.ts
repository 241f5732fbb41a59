import type { CommandStep } from '../../../host/domain/commands/index.ts';
import { commandMachine } from '../../../src/machines/command/command-machine.ts';
import { commandNames, endedNotice, errorText, statusText, unsureText } from '#model/commands/command-words.ts';
import { type CommandStatus, commandTimeout } from '#model/entities/command.ts';
import { samples } from '../../support/machine-paths.ts';
import { type CommandAt, type CommandPage, finding } from './command-page.ts';
import { expect } from './fixtures.ts';
import type { Flow } from './flow.ts';

const command = { commandId: 'command-0000000001', rxId: 12, commandType: 'rxReboot', attemptNumber: 0 } as const;
const refusal = 'The card is locked';
/** The time for one check of the page, before its clock advances a little. */
const look = { timeout: 100 };
/** The most tries on a path. */
const lastTry = 3;

const isIn = ({ value }: CommandAt, ...names: string[]) => names.some((name) => JSON.stringify(value).includes(`"${name}"`));
/** Whether it failed because no answer came in time. */
const isLate = ({ context }: CommandAt) => context.error === commandTimeout;
/** Whether it failed for another reason, which ends it. */
const isOver = (at: CommandAt) => at.hasTag('failed') && !isLate(at);
/** Whether the page found it already under way; from there on it is like any other. */
const isFound = ({ context }: CommandAt) => context.status !== 'pending';
/** Returns a status that the host may report for a command. */
const report = (status: CommandStatus, attemptNumber?: number) => ({
  status,
  error: status === 'failed' ? refusal : null,
  ...(attemptNumber === undefined ? {} : { attemptNumber }),
});

/** One command to one receiver, with every possible outcome (SEND-1, SEND-2). */
export const commandFlow: Flow<typeof commandMachine, CommandPage> = {
  machine: commandMachine,
  samples: samples({
    machine: commandMachine,
    inputs: [
      { ...command, status: 'pending' },
      { ...command, status: 'executing', attemptNumber: 1 },
      { ...command, status: 'retrying', attemptNumber: 2 },
    ],
    events: {
      'command.acknowledged': (at) => (isOver(at) || isFound(at) ? [] : [{}]),
      'command.reported': (at) => {
        if (isOver(at)) return [];
        if (isFound(at)) return [report('completed')];
        const next = Math.max(2, at.context.attemptNumber + 1);
        const tries = next > lastTry ? [] : [report('retrying', next)];
        // The page asks whether the host has it as sent only when it does not know.
        const isSent = at.hasTag('unsure') ? [report('pending')] : [];
        return [...isSent, report('executing'), ...tries, report('completed'), report('failed'), report('waiting')];
      },
      'command.unknown': (at) => (isFound(at) ? [] : [{}]),
      'line.lost': {},
    },
    serializeState: ({ value, context }) => JSON.stringify([value, context.attemptNumber, context.error]),
    // The stories, each to its end.
    leads: [
      { steps: ['command.acknowledged', 'command.reported #1', 'command.reported #2', 'wait 5000 ms'] },
      { steps: ['wait 10000 ms', 'command.acknowledged', 'command.reported #2', 'wait 5000 ms'] },
      { steps: ['line.lost', 'command.unknown', 'command.acknowledged', 'command.reported #2', 'wait 5000 ms'] },
      { steps: ['line.lost', 'command.acknowledged', 'command.reported #3'] },
      { steps: ['line.lost', 'command.reported #1'] },
      { steps: ['line.lost', 'command.reported #4'] },
      { steps: ['line.lost', 'command.reported #5'] },
      { steps: ['line.lost', 'wait 10000 ms', 'command.reported #3'] },
      { steps: ['line.lost', 'wait 10000 ms', 'command.reported #0', 'command.acknowledged', 'command.reported #2'] },
    ],
  }),
  byHand: {
    async 'command.acknowledged'(stage) {
      const { at, host } = stage;
      const acknowledge = async () => host.answer({ kind: 'acknowledged' });
      if (at?.hasTag('unsure')) return stage.whileAsking(acknowledge);
      // With two hosts it may arrive late.
      return at !== null && isIn(at, 'retrying') ? stage.letGo('commandAck') : acknowledge();
    },
    async 'command.reported'(stage, { status, attemptNumber }) {
      const { at, host } = stage;
      const isUnsure = at?.hasTag('unsure') === true;
      const isUnderWay = at !== null && isIn(at, 'executing', 'retrying');
      if (status === 'waiting' && !isUnsure) return stage.letGo('waiting');
      if (status === 'executing' && at !== null && isIn(at, 'retrying')) return stage.letGo('executing');
      if (status === 'executing' && isUnderWay) {
        stage.cut();
        return stage.askAnew();
      }
      // The page does not hear the earlier statuses, as on a lost line.
      if (status === 'executing') stage.keepBack('commandAck');
      if (status === 'retrying' && !isUnderWay) stage.keepBack('commandAck', 'executing');
      host.answer(...stepsTo(status, attemptNumber, isUnderWay));
      await stage.untilNoted(status);
      if (isUnsure) await stage.askAnew();
    },
    async 'command.unknown'(stage) {
      const { at, host, reaches } = stage;
      if (at?.hasTag('unsure') !== true) {
        stage.cut();
        await host.forget();
        return stage.askAnew();
      }
      expect(reaches, 'it never came to the host').toBe(false);
      stage.reaches = true;
      await stage.askAnew();
      if (!isIn(at, 'late')) await host.untilGot();
    },
    'line.lost': async (stage) => stage.cut(),
  },
  byTheWorld: {
    'wait 10000 ms': (stage) => stage.pass(10_000),
    'wait 5000 ms': (stage) => stage.pass(5_000),
    async 'wait 190000 ms'(stage) {
      const told = stage.page.waitForResponse(finding, { timeout: 80_000 });
      await stage.pass(190_000);
      await told;
    },
  },
  elsewhere: {
    'command.refused':
      'the page greys what the host would refuse, so only a race brings it: hub-commands.test.ts and commands.test.ts',
  },
  untaken: {},
  async shows(stage, at) {
    stage.at = at;
    const { page, mark, rxId, host } = stage;
    const { commandType, attemptNumber, error } = at.context;
    const isSaid = (text: string) => stage.until(() => expect(page.getByText(text, { exact: true })).toBeVisible(look));
    if (at.status === 'done') {
      await stage.until(() => expect(mark).toHaveCount(0, look));
      return stage.unsaid === null ? undefined : isSaid(stage.unsaid);
    }
    const status = statusOf(at);
    const why = errorText({ status, error });
    const said = at.hasTag('unsure') ? unsureText : statusText({ status, attemptNumber });
    const text = `${commandNames[commandType]}: ${said}${why === null ? '' : `, ${why}`}`;
    await stage.until(() => expect(mark).toHaveAttribute('title', text, look));
    const notice = endedNotice({ rxId, commandType, status, error })?.message ?? null;
    // One message at a time: a later one shows when the current one closes.
    if (notice !== null && stage.isToldOf) stage.unsaid = notice;
    else if (notice !== null) await isSaid(notice);
    stage.isToldOf ||= notice !== null;
    expect(host.count, 'the receiver never gets it twice').toBeLessThanOrEqual(1);
  },
};

/** Returns the receiver's answers that lead to a status. */
function stepsTo(status: CommandStatus, attempt = 2, isUnderWay = false): CommandStep[] {
  if (status === 'executing' || status === 'completed') return [{ kind: status }];
  if (status === 'failed') return [{ kind: status, error: refusal }];
  if (status !== 'retrying') return [];
  return [...(isUnderWay ? [] : [{ kind: 'executing' } as const]), { kind: status, attempt }];
}

function statusOf(at: CommandAt): CommandStatus {
  if (at.hasTag('failed')) return 'failed';
  if (at.hasTag('completed')) return 'completed';
  if (isIn(at, 'retrying')) return 'retrying';
  return isIn(at, 'executing') ? 'executing' : 'pending';
}
