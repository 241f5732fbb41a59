import { type ActorRefFrom, type AnyActorRef, assign, enqueueActions, sendTo, setup } from 'xstate';
import { confirmedMark, type Edit, type PersonalEdit, isSystemEdit, undoChange } from '../../model/journal/edits.ts';
import type { ChangeReply } from '../../model/journal/sequence.ts';
import { type Failure, failureText } from '../../model/contract/failure.ts';
import type { ReplyOf } from '../../model/contract/table.ts';
import type { Notice } from '../../model/entities/notice.ts';
import type { SessionEntry } from '../../model/journal/session.ts';
import { type Step, nextStep } from '../../model/journal/undo.ts';
import { changeLineIn } from '../change-line/change-line-id.ts';
import { journalIn } from '../journal/journal-actor.ts';
import { record } from '../journal/record.ts';
import type { OperationStatus } from '../operation/operation-events.ts';
import { type OperationRef, operationMachine } from '../operation/operation-machine.ts';
import { notify } from '../snackbar/notify.ts';
import { theEvent } from '../support/the-event.ts';
import * as queue from './operation-queue.ts';
import type { OperationsEvent, OperationsInput } from './operations-events.ts';
import { undoAct, undoOfferMs } from './undo-offer.ts';

export type OperationsContext = OperationsInput & { pending: readonly queue.PendingOperation[] };

type Settled = { opId: string };

/**
 * The person's operations. Each is proposed to the journal at once and sent by its own actor, one after
 * another per entity and field. The machine lives as long as the session, so that leaving a screen loses no
 * proposal. The change line confirms what is done, in the host's order.
 */
export const operationsMachine = setup({
  types: {} as {
    input: OperationsInput;
    context: OperationsContext;
    events: OperationsEvent | { type: 'operations.orphaned'; name: string } | { type: 'operations.overtaken'; text: string };
    tags: 'ready';
  },
  actors: { operation: operationMachine },
  actions: {
    takeEdit: enqueueActions(({ context, enqueue, system }, { edit }: { edit: Edit | PersonalEdit }) => {
      const opId = context.newId();
      const proposed = { type: 'proposed', opId, fact: queue.proposalOf(edit) } as const;
      enqueue.assign({ pending: [...context.pending, queue.waiting(opId, edit, null)] });
      enqueue.sendTo(journalIn(system), { type: 'journal.append', entries: [proposed] });
    }),
    takeCompensation: assign(({ context }, compensation: queue.Compensation) => ({
      pending: [...context.pending, queue.waiting(context.newId(), null, compensation)],
    })),
    /**
     * Chooses the change that an undo or redo reverts when its turn comes, because only then is the last
     * change known.
     */
    nameNext: enqueueActions(({ context, enqueue, system }) => {
      const next = queue.nextToBegin(context.pending);
      if (next === undefined || next.compensation === null || next.edit !== null) return;
      const step = stepOf(context, next.compensation, system);
      if (step === null) return enqueue.assign({ pending: queue.without(context.pending, next.opId) });
      const edit = undoChange(context.mitasId, step, next.compensation.direction);
      const proposed = { type: 'proposed', opId: next.opId, fact: queue.proposalOf(edit) } as const;
      const compensation = { ...next.compensation, revision: step.revision };
      enqueue.assign({ pending: queue.changed(context.pending, next.opId, { edit, compensation }) });
      enqueue.sendTo(journalIn(system), { type: 'journal.append', entries: [proposed] });
    }),
    beginNext: assign(({ context, spawn }) => {
      const next = queue.nextToBegin(context.pending);
      if (next === undefined || next.edit === null) return {};
      const { call, request } = next.edit;
      const ref = spawn('operation', {
        id: `operation ${next.opId}`,
        input: { opId: next.opId, request: { call, request }, lasting: isSystemEdit(next.edit) },
      });
      return { pending: queue.changed(context.pending, next.opId, { ref, status: 'asked' }) };
    }),
    setOperationStatus: assign(({ context }, { opId, status }: Settled & { status: OperationStatus }) => ({
      pending: queue.changed(context.pending, opId, { status }),
    })),
    recordConfirmed: enqueueActions(({ context, enqueue, system }, { opId, reply }: Settled & { reply: unknown }) => {
      const edit = queue.editOf(context.pending, opId);
      if (edit === null || reply === null) return;
      if (isSystemEdit(edit)) {
        const undoes = queue.find(context.pending, opId)?.compensation?.revision ?? null;
        const asked = { opId, by: context.by, at: context.now(), undoes };
        enqueue.sendTo(changeLineIn(system), { type: 'changes.replied', reply: reply as ChangeReply, asked });
        return;
      }
      const fact = confirmedMark(edit.proposal, reply as ReplyOf<'setLastSeen'>);
      enqueue.sendTo(journalIn(system), { type: 'journal.append', entries: [{ type: 'happened', opId, fact }] });
    }),
    recordRejected: record((_, __, { opId, failure }: Settled & { failure?: Failure }) => ({ type: 'rejected', opId, failure })),
    forget: enqueueActions(({ context, enqueue }, { opId }: Settled) => {
      const ref = queue.refOf(context.pending, opId);
      if (ref !== null) enqueue.stopChild(ref);
      enqueue.assign({ pending: queue.without(context.pending, opId) });
    }),
    /** The host has performed the operation; it ends once the journal has recorded it too. */
    settle: enqueueActions(({ context, enqueue }, { opId }: Settled) => {
      const one = queue.find(context.pending, opId);
      const ref = queue.refOf(context.pending, opId);
      if (ref !== null) enqueue.stopChild(ref);
      const pending = queue.changed(context.pending, opId, { ref: null, status: 'confirmed' });
      enqueue.assign({ pending: one?.isRecorded === true ? queue.without(pending, opId) : pending });
    }),
    noteRecorded: assign(({ context }, { entries }: { entries: readonly SessionEntry[] }) => ({
      pending: queue.afterRecording(context.pending, entries),
    })),
    sendFound: enqueueActions(({ context, enqueue }, { entries }: { entries: readonly SessionEntry[] }) => {
      for (const opId of queue.foundIn(entries)) {
        const ref = queue.refOf(context.pending, opId);
        if (ref !== null) enqueue.sendTo(ref, { type: 'operation.found' });
      }
    }),
    dropOrphans: enqueueActions(({ context, enqueue }, { entries }: { entries: readonly SessionEntry[] }) => {
      for (const { name, orphans } of queue.orphanedBy(entries, context.pending)) {
        for (const { opId } of orphans) enqueue.raise({ type: 'operations.drop', opId });
        enqueue.raise({ type: 'operations.orphaned', name });
      }
    }),
    holdBack: enqueueActions(({ context, enqueue }) => {
      for (const { ref } of context.pending) if (ref !== null) enqueue.sendTo(ref, { type: 'operation.outdated' });
      for (const { opId, edit } of queue.overtaken(context.pending)) {
        enqueue.raise({ type: 'operations.drop', opId });
        enqueue.raise({ type: 'operations.overtaken', text: edit?.failureText ?? '' });
      }
      enqueue.assign({ pending: queue.outdated(context.pending) });
    }),
    announceLine: enqueueActions(({ context, enqueue }) => {
      for (const { ref } of context.pending) if (ref !== null) enqueue.sendTo(ref, { type: 'line.opened' });
    }),
    sendHeld: enqueueActions(({ context, enqueue }, { opId }: Settled) => {
      const ref = queue.refOf(context.pending, opId);
      if (ref !== null) enqueue.sendTo(ref, { type: 'operation.send' });
      else if (queue.find(context.pending, opId)?.status === 'held')
        enqueue.assign({ pending: queue.changed(context.pending, opId, { status: 'waiting' }) });
    }),
    dropBegun: sendTo(({ context }, { opId }: Settled) => queue.refOf(context.pending, opId) as OperationRef, {
      type: 'operation.drop',
    }),
    notifyDone: notify((context: OperationsContext, _, { opId, reply }: Settled & { reply: unknown }) =>
      doneNotice(queue.find(context.pending, opId), reply as ChangeReply | null),
    ),
    notifyRefused: notify((context: OperationsContext, _, { opId, failure }: Settled & { failure: Failure }) => ({
      message: failureText(failure, queue.editOf(context.pending, opId)?.failureText),
      variant: 'error',
    })),
    notifyOrphaned: notify((_, __, { name }: { name: string }) => ({
      message: `${name} was deleted, and your changes with it`,
      variant: 'info',
    })),
    notifyOvertaken: notify((_, __, { text }: { text: string }) => ({
      message: `${text}: the system was restored from a backup`,
      variant: 'error',
    })),
    notifyFull: notify(() => ({
      message: `${queue.pendingLimit} changes are already waiting for the host. Wait until they are saved`,
      variant: 'error',
      key: 'operations.full',
    })),
  },
  guards: {
    hasRoom: ({ context }) => context.pending.length < queue.pendingLimit,
    hasNext: ({ context }) => queue.nextToBegin(context.pending) !== undefined,
    isPersonal: ({ context }, { opId }: Settled) => {
      const edit = queue.editOf(context.pending, opId);
      return edit !== null && !isSystemEdit(edit);
    },
    hasBegun: ({ context }, { opId }: Settled) => queue.refOf(context.pending, opId) !== null,
  },
}).createMachine({
  id: 'operations',
  context: ({ input }) => ({ ...input, pending: [] }),
  initial: 'taking',
  states: {
    taking: {
      tags: 'ready',
      always: { guard: 'hasNext', actions: ['nameNext', 'beginNext'] },
      on: {
        'operations.edit': [{ guard: 'hasRoom', actions: { type: 'takeEdit', params: theEvent } }, { actions: 'notifyFull' }],
        'operations.undo': [
          {
            guard: 'hasRoom',
            actions: {
              type: 'takeCompensation',
              params: ({ event }) => ({ direction: 'undo', revision: event.revision ?? null, epoch: event.epoch ?? null }),
            },
          },
          { actions: 'notifyFull' },
        ],
        'operations.redo': [
          { guard: 'hasRoom', actions: { type: 'takeCompensation', params: { direction: 'redo', revision: null, epoch: null } } },
          { actions: 'notifyFull' },
        ],
        'operations.send': { actions: { type: 'sendHeld', params: theEvent } },
        'operations.drop': [
          {
            guard: { type: 'hasBegun', params: theEvent },
            actions: { type: 'dropBegun', params: theEvent },
          },
          {
            actions: [
              { type: 'recordRejected', params: theEvent },
              { type: 'forget', params: theEvent },
            ],
          },
        ],
        'operations.overtaken': { actions: { type: 'notifyOvertaken', params: theEvent } },
        'operations.orphaned': { actions: { type: 'notifyOrphaned', params: theEvent } },
        'changes.recorded': {
          actions: [
            { type: 'noteRecorded', params: theEvent },
            { type: 'sendFound', params: theEvent },
            { type: 'dropOrphans', params: theEvent },
          ],
        },
        'changes.begun': { actions: 'holdBack' },
        'line.opened': { actions: 'announceLine' },
        'operation.statusChanged': { actions: { type: 'setOperationStatus', params: theEvent } },
        'operation.confirmed': [
          {
            guard: { type: 'isPersonal', params: theEvent },
            actions: [
              { type: 'recordConfirmed', params: theEvent },
              { type: 'forget', params: theEvent },
            ],
          },
          {
            actions: [
              { type: 'recordConfirmed', params: theEvent },
              { type: 'notifyDone', params: theEvent },
              { type: 'settle', params: theEvent },
            ],
          },
        ],
        'operation.refused': {
          actions: [
            { type: 'recordRejected', params: theEvent },
            { type: 'notifyRefused', params: theEvent },
            { type: 'forget', params: theEvent },
          ],
        },
        'operation.dropped': {
          actions: [
            { type: 'recordRejected', params: theEvent },
            { type: 'forget', params: theEvent },
          ],
        },
      },
    },
  },
});

export type OperationsRef = ActorRefFrom<typeof operationsMachine>;

/**
 * Returns the change that an undo or redo reverts, with its items; null if there is none, if it is of another
 * epoch, or if it is already being reverted.
 */
function stepOf(
  { pending }: OperationsContext,
  { direction, revision, epoch }: queue.Compensation,
  system: AnyActorRef['system'],
): Step | null {
  const present = changeLineIn(system).getSnapshot().context.sequence.epoch;
  if (present === null || (epoch !== null && epoch !== present)) return null;
  const { history } = journalIn(system).getSnapshot().context;
  const busy = queue.underWay(pending);
  if (revision === null) return nextStep(history, direction, busy) ?? null;
  if (busy.includes(revision)) return null;
  return (
    [...history.past, ...history.future].find((step) => step.revision === revision) ?? { epoch: present, revision, items: [] }
  );
}

/** Returns the success notice, with an offer to undo unless it was an undo itself or may not be undone. */
function doneNotice(one: queue.PendingOperation | undefined, reply: ChangeReply | null): Notice {
  const edit = one !== undefined && one.edit !== null && isSystemEdit(one.edit) ? one.edit : null;
  const notice = { message: edit?.doneText ?? '', variant: 'success' } as const;
  if (reply === null || reply.items.length === 0 || one?.compensation !== null || edit?.isFinal) return notice;
  return { ...notice, timeout: undoOfferMs, act: undoAct(reply) };
}
