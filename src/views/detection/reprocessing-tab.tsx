import { useSelector } from '@xstate/react';
import type { DetectionConfigRef } from '../../machines/detection-config/detection-config-machine.ts';
import type { DialogSlotRef } from '../../machines/dialog-slot/dialog-slot-machine.ts';
import type { ReprocessJob } from '../../model/entities/detection-config.ts';
import { type ReprocessingRef, selectFollowed } from '../../machines/reprocessing/reprocessing-machine.ts';
import { hoursOfJob, whyNotStarted } from '../../model/detection/reprocess-form.ts';
import { DialogHolder } from '../controls/dialog-holder.tsx';
import { FormDialog, ConfirmDialog } from '../controls/form-dialog.tsx';
import { OneRetry } from '../controls/one-retry.tsx';
import { useDialogSlot } from '../session/use-dialog-slot.ts';
import { useHostHour } from '../session/use-host-clock.ts';
import { JobHistory } from './job-history.tsx';
import { OrphanedJobs } from './orphaned-jobs.tsx';
import { QuickGuide } from './quick-guide.tsx';
import { ReprocessForm } from './reprocess-form.tsx';
import { RunningJob } from './running-job.tsx';
import { SpanText } from './span-text.tsx';
import { SummaryDialog } from './summary-dialog.tsx';

const steps = [
  'Choose the time range to reprocess. The job takes whole hours, also the current one. The estimate shows how much work it is.',
  'Start the job. It recomputes the detections of these hours with the newest configuration and replaces the old ones in one step.',
  'Check the summary: detections added, removed and kept. You can restore the previous result until the next job.',
];

/** Reprocesses data with the current settings (DET-20, DET-21). */
export function ReprocessingTab({ actor, config }: { actor: ReprocessingRef; config: DetectionConfigRef | undefined }) {
  const isGuideOpen = useSelector(actor, ({ context }) => context.isGuideOpen);
  const followed = useSelector(actor, selectFollowed);
  return (
    <OneRetry>
      <QuickGuide isOpen={isGuideOpen} onToggle={() => actor.send({ type: 'guide.toggle' })} steps={steps} />
      <ReprocessForm actor={actor} />
      {followed === undefined ? null : <RunningJob actor={actor} followed={followed} />}
      <OrphanedJobs actor={actor} />
      <JobHistory actor={actor} config={config} />
      <Dialogs actor={actor} />
    </OneRetry>
  );
}

function Dialogs({ actor }: { actor: ReprocessingRef }) {
  const isSummary = useSelector(actor, (snapshot) => snapshot.hasTag('summaryDialog'));
  const start = useDialogSlot(useSelector(actor, ({ children }) => children.start));
  const restore = useDialogSlot(
    useSelector(actor, ({ children }) => children.restore as DialogSlotRef<ReprocessJob> | undefined),
  );
  const closeSummary = (): void => actor.send({ type: 'summary.close' });
  return (
    <DialogHolder onDismiss={start.isOpen ? start.close : restore.isOpen ? restore.close : closeSummary}>
      {start.isOpen ? (
        <StartDialog actor={actor} slot={start} />
      ) : isSummary ? (
        <SummaryDialog actor={actor} onClose={closeSummary} />
      ) : restore.isOpen && restore.subject !== null ? (
        <RestoreDialog slot={restore} job={restore.subject} />
      ) : null}
    </DialogHolder>
  );
}

type Slot = Pick<ReturnType<typeof useDialogSlot>, 'isBusy' | 'failure' | 'close' | 'confirm'>;

function StartDialog({ actor, slot: { isBusy, failure, confirm } }: { actor: ReprocessingRef; slot: Slot }) {
  const { form, list, estimate } = useSelector(actor, ({ context }) => context);
  const hours = hoursOfJob(form, { estimate, now: useHostHour() });
  return (
    <FormDialog
      title="Start reprocessing"
      send="Start"
      why={isBusy ? null : whyNotStarted(form, { hasRunning: list?.hasRunning ?? null, estimate })}
      isBusy={isBusy}
      failure={failure}
      isTyped={false}
      onSend={() => confirm()}
    >
      {hours === null ? null : (
        <p>
          {'Whole hours: '}
          <SpanText start={hours.from} end={hours.to} />
        </p>
      )}
      {hours?.hasPresent ? (
        <p>The current hour is included. Contacts that are still to come in it use the settings of this job, too.</p>
      ) : null}
      <p>
        Detections in these hours are recomputed. The new result replaces the old one in one step when the job completes. You can
        restore the previous result until the next job.
      </p>
    </FormDialog>
  );
}

function RestoreDialog({ slot: { isBusy, failure, close, confirm }, job }: { slot: Slot; job: ReprocessJob }) {
  return (
    <ConfirmDialog
      title="Restore the previous result"
      confirm="Restore"
      isBusy={isBusy}
      failure={failure}
      onConfirm={() => confirm()}
      onClose={close}
    >
      <p>
        <SpanText start={job.startTime} end={job.endTime} />
      </p>
      <p>The detections from before this job come back. This job&apos;s result is discarded.</p>
    </ConfirmDialog>
  );
}
