import { DialogContainer } from '@adobe/react-spectrum/DialogContainer';
import { useSelector } from '@xstate/react';
import type { DetectionConfigRef } from '../../machines/detection-config/detection-config-machine.ts';
import { lossQuestion } from '../../model/detection/detection-preview.ts';
import { Button } from '../controls/button.tsx';
import { ConfirmDialog } from '../controls/form-dialog.tsx';
import { Greyed } from '../controls/greyed.tsx';
import styles from './detection.module.css';

/**
 * While it is found out what a save would lose (DET-25): that this goes on, and how to save without it.
 * `version` is the older one whose save this stands beside; null for that of the form.
 */
export function SaveCheck({ actor, version }: { actor: DetectionConfigRef; version: number | null }) {
  const isShown = useSelector(
    actor,
    (snapshot) => snapshot.hasTag('checking') && (snapshot.context.order?.reapplied?.version ?? null) === version,
  );
  return (
    <span className={styles.check}>
      <span role="status">{isShown ? 'Checking…' : ''}</span>
      {isShown ? (
        <Greyed>
          <Button rank="quiet" onPress={() => actor.send({ type: 'check.skip' })}>
            Skip the check
          </Button>
        </Greyed>
      ) : null}
    </span>
  );
}

/** Asks before settings are saved that lose most detections, or may (DET-25, DET-26). */
export function LossDialog({ actor }: { actor: DetectionConfigRef }) {
  const isOpen = useSelector(actor, (snapshot) => snapshot.hasTag('lossDialog'));
  const { preview, previewFailure, order } = useSelector(actor, ({ context }) => context);
  const reapplied = order?.reapplied ?? null;
  const withdraw = (): void => actor.send({ type: 'save.withdraw' });
  return (
    <DialogContainer onDismiss={withdraw}>
      {isOpen ? (
        <ConfirmDialog
          title={reapplied === null ? 'Save these settings' : `Reapply version ${reapplied.version}`}
          confirm="Save all the same"
          onConfirm={() => actor.send({ type: 'save.confirm' })}
          onClose={withdraw}
        >
          <p>{lossQuestion({ preview, failure: previewFailure }, reapplied)}</p>
        </ConfirmDialog>
      ) : null}
    </DialogContainer>
  );
}
