import { useSelector } from '@xstate/react';
import type { BatchEditRef } from '../../machines/batch-edit/batch-edit-machine.ts';
import type { LoadingRef } from '../../machines/loading/loading-machine.ts';
import { batchTitle } from '../../model/receiver-editor/batch-words.ts';
import { whyNotApplied } from '../../model/receiver-editor/batch.ts';
import { maxBatch } from '../../model/contract/receiver-config-calls.ts';
import { Button } from '../controls/button.tsx';
import { ContentLoading } from '../controls/content-loading.tsx';
import { DialogFrame } from '../controls/dialog-frame.tsx';
import { DialogHolder, LeaveQuestion } from '../controls/dialog-holder.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { Notice } from '../controls/notice.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { RefusalNote } from '../receiver-editor/refusal-note.tsx';
import { BatchFields } from './batch-fields.tsx';
import { BatchResults } from './batch-results.tsx';
import { BatchReview } from './batch-review.tsx';

/** Applies one configuration to several receivers: choose, review, apply (CFG-11). */
export default function BatchEditDialog({ actor }: { actor: BatchEditRef }) {
  const close = (): void => actor.send({ type: 'editor.close' });
  const isLeaving = useSelector(actor, (snapshot) => snapshot.hasTag('asking'));
  const isForFamily = useSelector(actor, (snapshot) => snapshot.matches({ open: { chosen: 'askingFamily' } }));
  const refusal = useSelector(actor, (snapshot) => (snapshot.hasTag('readOnly') ? null : snapshot.context.refusal));
  return (
    <>
      <DialogHolder isInAddress onDismiss={close}>
        <DialogFrame
          size="whole"
          title={<Title batch={actor} />}
          note={<RefusalNote refusal={refusal} />}
          buttons={<Buttons batch={actor} onClose={close} />}
        >
          <Body batch={actor} />
        </DialogFrame>
      </DialogHolder>
      {isLeaving ? (
        <LeaveQuestion
          {...(isForFamily
            ? { title: 'Choose another model?', children: 'The fields you chose belong to this model and would be lost.' }
            : {})}
          onStay={() => actor.send({ type: 'editor.stay' })}
          onDiscard={() => actor.send({ type: 'editor.discard' })}
        />
      ) : null}
    </>
  );
}

/** Says how many receivers the batch has. Until they are loaded, counts those in the list of receivers. */
function Title({ batch }: { batch: BatchEditRef }) {
  const rxIds = useSelector(batch, ({ context }) => context.rxIds);
  const loaded = useSelector(batch, ({ context }) => (context.asOf === null ? null : context.receivers.length));
  const listed = useReadModel(({ fleet }) => rxIds.filter((rxId) => fleet.receivers[rxId] !== undefined).length);
  return batchTitle(loaded ?? listed);
}

function Body({ batch }: { batch: BatchEditRef }) {
  const snapshot = useSelector(batch, (each) => each);
  const { context } = snapshot;
  if (snapshot.hasTag('readOnly'))
    return (
      <Notice level={3} title="Your role cannot change receivers">
        {context.chosen.length === 0
          ? 'Open a receiver to see its configuration.'
          : 'Your choices are kept while this dialog is open.'}
      </Notice>
    );
  if (snapshot.hasTag('tooMany'))
    return (
      <Notice level={3} tone="failed" title={`A batch takes at most ${maxBatch} receivers`}>
        {`${context.rxIds.length} are selected: select fewer.`}
      </Notice>
    );
  if (isEmpty(snapshot))
    return (
      <Notice level={3} title="None of the selected receivers is in this system">
        Select others in the list of receivers.
      </Notice>
    );
  if (snapshot.hasTag('applied')) return <BatchResults results={context.results ?? []} />;
  if (snapshot.hasTag('reviewing')) return <BatchReview context={context} />;
  if (!snapshot.matches('open'))
    return <ContentLoading loading={snapshot.children.loading as LoadingRef | undefined} label="Loading the configurations" />;
  return <BatchFields batch={batch} context={context} isPulling={isPulling(snapshot)} isBusy={snapshot.hasTag('busy')} />;
}

type Snapshot = ReturnType<BatchEditRef['getSnapshot']>;

/**
 * Returns true if there are no receivers to choose fields for. A review or result stays visible even if all
 * its receivers are gone.
 */
function isEmpty(snapshot: Snapshot): boolean {
  return snapshot.matches({ open: 'choosing' }) && snapshot.context.receivers.length === 0;
}

function isPulling(snapshot: Snapshot): boolean {
  return snapshot.matches({ open: 'pulling' }) || snapshot.matches({ open: { chosen: 'pulling' } });
}

function Buttons({ batch, onClose }: { batch: BatchEditRef; onClose: () => void }) {
  const isOpen = useSelector(batch, (snapshot) => snapshot.matches('open'));
  const isBusy = useSelector(batch, (snapshot) => snapshot.hasTag('busy'));
  const isReviewing = useSelector(batch, (snapshot) => snapshot.hasTag('reviewing'));
  const isApplied = useSelector(batch, (snapshot) => snapshot.hasTag('applied'));
  const whyNot = useSelector(batch, (snapshot) =>
    snapshot.hasTag('reviewing') && !snapshot.hasTag('busy') ? whyNotApplied(snapshot.context.receivers, snapshot.context) : null,
  );
  const mayReview = useSelector(batch, (snapshot) => snapshot.can({ type: 'batch.review' }));
  const isRefused = useSelector(
    batch,
    (snapshot) => snapshot.hasTag('tooMany') || snapshot.hasTag('readOnly') || isEmpty(snapshot),
  );
  if (isApplied || isRefused)
    return (
      <>
        {isApplied && mayReview ? <Button onPress={() => batch.send({ type: 'batch.review' })}>Review again</Button> : null}
        <Button rank="primary" onPress={onClose}>
          Close
        </Button>
      </>
    );
  if (isReviewing)
    return (
      <>
        <Greyed isBusy={isBusy}>
          <Button onPress={() => batch.send({ type: 'batch.back' })}>Back</Button>
        </Greyed>
        <Greyed why={whyNot} isBusy={isBusy}>
          <Button rank="primary" onPress={() => batch.send({ type: 'batch.apply' })}>
            {isBusy ? 'Applying…' : 'Apply'}
          </Button>
        </Greyed>
      </>
    );
  return (
    <>
      <Button onPress={onClose}>Cancel</Button>
      {isOpen ? (
        <Button rank="primary" isBusy={isBusy} onPress={() => batch.send({ type: 'batch.review' })}>
          Review changes
        </Button>
      ) : null}
    </>
  );
}
