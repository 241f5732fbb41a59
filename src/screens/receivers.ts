import { fromPromise } from 'xstate';
import { changeUpdates } from '../machines/activity/change-updates.ts';
import { commandsId } from '../machines/commands/commands-id.ts';
import { KeptNotes } from '../machines/receivers/kept-notes.ts';
import { type AskedNote, noteWriter } from '../machines/receivers/note-writer.ts';
import { type HearingRequest, recordsMachine, type VitalsRequest } from '../machines/receivers/records-machine.ts';
import { receiverCreator } from '../machines/receivers/receiver-creator.ts';
import type { AskedCreation } from '../machines/receivers/receivers-events.ts';
import { question } from '../machines/question/question.ts';
import { activityCalls } from '../model/contract/activity-calls.ts';
import { changeCalls } from '../model/contract/change-calls.ts';
import type { Records } from '../model/receivers/records.ts';
import { hostClockIn } from '../machines/contact-window/contact-window-machine.ts';
import { receiversMachine } from '../machines/receivers/receivers-machine.ts';
import { type StepReply, sessionTasks } from '../machines/receivers/session-tasks.ts';
import type { ChangeReply } from '../model/journal/sequence.ts';
import { fleetEditCalls } from '../model/contract/fleet-edit-calls.ts';
import { receiverConfigCalls } from '../model/contract/receiver-config-calls.ts';
import { receiverHistoryCalls } from '../model/contract/receiver-history-calls.ts';
import { lightColour } from '../model/entities/light-colour.ts';
import type { TaskStep } from '../model/receivers/tasks.ts';
import { commandsModel } from '../model/commands/commands-model.ts';
import { timelineModel } from '../model/receivers/timeline.ts';
import { receiversAddress } from '../model/receivers/receivers-address.ts';
import { createPageGuard } from '../services/page-guard/browser-page-guard.ts';
import type { HttpClient, Services } from '../services/ports.ts';
import { builtScreen } from './built-screen.ts';
import { commandHistory } from './receivers/command-history.ts';
import { receiverPlacer } from './receivers/place-receiver.ts';
import { receiverCommands } from './receivers/receiver-commands.ts';
import { receiverDialogs } from './receivers/receiver-dialogs.ts';
import { later } from '../views/controls/later.tsx';

/** The receivers screen (FLEET-1). */
export default builtScreen({
  address: receiversAddress,
  actor: (services) => {
    const { http, clock, random, pageEvents } = services;
    const { runTask, recall, forget } = sessionTasks(
      (step, mitasId, operation) => askStep(http, mitasId, step, operation),
      () => createPageGuard(pageEvents).hold(),
    );
    return receiversMachine.provide({
      actors: {
        dialogs: receiverDialogs(services),
        commandHistory: commandHistory(services),
        records: receiverRecords(services),
        runTask,
        // Runs to its end even if the page is left, because otherwise the outcome would be unknown.
        createReceiver: receiverCreator(
          (mitasId, asked) => createReceiver(http, mitasId, asked),
          () => lightColour(random),
        ),
        placeReceiver: receiverPlacer(http),
      },
      actions: {
        recallTask: ({ self }) => {
          const recalled = recall();
          if (recalled !== null) self.send({ type: 'task.recalled', ...recalled });
        },
        forgetTask: forget,
        readClock: ({ self, system }) => self.send({ type: 'time.noted', now: hostClockIn(system, clock.now)() }),
      },
    });
  },
  lasting: { systemId: commandsId, logic: receiverCommands },
  models: [timelineModel, commandsModel],
  resources: [
    {
      name: 'timeline',
      begins: 'line',
      async load({ http }, mitasId, signal) {
        // Load this large group of calls only here, because the list itself does not need it.
        const { statisticsCalls } = await import('../model/contract/statistics-calls.ts');
        const { timeline } = await http.call(statisticsCalls.getStateTimeline, { params: { mitasId }, query: {} }, { signal });
        const states = timeline.map(({ ReceiverId, status, startTime }) => ({ rxId: ReceiverId, state: status, ts: startTime }));
        return { asOf: null, facts: [{ type: 'timeline.loaded', states }] };
      },
    },
  ],
  view: later(() => import('../views/receivers/receivers-view.tsx')),
});

function createReceiver(http: HttpClient, mitasId: string, { wanted, color, operation }: AskedCreation) {
  const { siteId, ...rest } = wanted;
  const body = { newRx: { basic: { ...rest, color } }, siteId };
  return http.call(receiverConfigCalls.createReceiver, { params: { mitasId }, body }, { operation });
}

/** Sends one step of a task; it is never aborted, because its outcome would be unknown. */
function askStep(
  http: HttpClient,
  mitasId: string,
  { action, rxId, siteId, from, undoes }: TaskStep,
  operation: string,
): Promise<StepReply> {
  switch (action) {
    case 'copy':
      return http.call(receiverConfigCalls.copyReceiver, { params: { mitasId }, body: { rxId, siteId } }, { operation });
    case 'move':
      return http.call(
        fleetEditCalls.moveReceiver,
        { params: { mitasId, id: rxId }, body: { newSiteId: siteId ?? 0, oldSiteId: from } },
        { operation },
      );
    case 'restore':
      return http.call(receiverHistoryCalls.restoreReceiver, { params: { mitasId, id: rxId } }, { operation });
    case 'undo': {
      const { epoch, revision } = undoes ?? { epoch: undefined, revision: 0 };
      return http.call(changeCalls.undoChange, { params: { mitasId, revision }, query: { epoch } }, { operation });
    }
    case 'delete':
      return http.call(receiverHistoryCalls.deleteReceiver, { params: { mitasId, id: rxId } }, { operation });
  }
}

/** How many changes of a receiver its page shows; Activity has the rest. */
const newestChanges = 20;

/** Returns the machine of records with its calls. */
function receiverRecords({ http }: Services): typeof recordsMachine {
  const kept = new KeptNotes();
  return recordsMachine.provide({
    actors: {
      changeUpdates,
      load: fromPromise(async ({ input: { mitasId, of }, signal }): Promise<Records> => {
        if (of.kind === 'receiver') return recordsOf(http, mitasId, of.rxId, signal);
        const { receivers } = await http.call(receiverHistoryCalls.listRetiredReceivers, { params: { mitasId } }, { signal });
        return { kind: 'retired', receivers };
      }),
      vitals: question<VitalsRequest>(({ input, signal }) => vitalsOf(http, input, signal)),
      hearing: question<HearingRequest>(({ input, signal }) => hearingOf(http, input, signal)),
      writeNote: noteWriter((note, operation) => askNote(http, note, operation), kept),
    },
    actions: {
      recallKept: ({ self }, at) => self.send({ type: 'kept.recalled', kept: kept.recall(at) }),
      rememberKept: (_, { mitasId, of, draft, unanswered }) => kept.remember({ mitasId, of }, { draft, unanswered }),
    },
  });
}

async function vitalsOf(http: HttpClient, { mitasId, rxId }: VitalsRequest, signal: AbortSignal) {
  // Load this call only here, because no other page needs it.
  const { vitalsCalls } = await import('../model/contract/vitals-calls.ts');
  const params = { mitasId, id: rxId };
  return http.call(vitalsCalls.listReceiverVitals, { params, query: {} }, { signal });
}

async function hearingOf(http: HttpClient, { mitasId, rxId, hours }: HearingRequest, signal: AbortSignal) {
  const { statisticsCalls } = await import('../model/contract/statistics-calls.ts');
  const request = { params: { mitasId, receiverId: rxId }, query: { hours: String(hours) } };
  return http.call(statisticsCalls.countContactsPerHour, request, { signal });
}

function askNote(http: HttpClient, { mitasId, rxId, change }: AskedNote, operation: string): Promise<ChangeReply> {
  const params = { mitasId, id: rxId };
  return 'id' in change
    ? http.call(receiverHistoryCalls.deleteReceiverNote, { params: { ...params, noteId: change.id } }, { operation })
    : http.call(receiverHistoryCalls.addReceiverNote, { params, body: change }, { operation });
}

async function recordsOf(http: HttpClient, mitasId: string, id: number, signal: AbortSignal): Promise<Records> {
  const params = { mitasId, id };
  const [{ locations }, { notes }, { changes }] = await Promise.all([
    http.call(receiverHistoryCalls.listReceiverLocations, { params }, { signal }),
    http.call(receiverHistoryCalls.listReceiverNotes, { params }, { signal }),
    http.call(
      activityCalls.listActivity,
      { params: { mitasId }, query: { entity: 'receiver', id: String(id), limit: String(newestChanges) } },
      { signal },
    ),
  ]);
  return { kind: 'receiver', locations, notes, changes };
}
