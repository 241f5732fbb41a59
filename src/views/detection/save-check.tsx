import { useSelector } from '@xstate/react';
import type { DetectionConfigRef } from '../../machines/detection-config/detection-config-machine.ts';
import { lossQuestion } from '../../model/detection/detection-preview.ts';
import { Button } from '../controls/button.tsx';
import { DialogFrame } from '../controls/dialog-frame.tsx';
import { DialogHolder } from '../controls/dialog-holder.tsx';
import { ConfirmDialog } from '../controls/form-dialog.tsx';

/**
 * Covers the page while a check computes how many detections a save would lose, and asks if those are most of
 * them (DET-25, DET-26). Closing it saves nothing.
 */
export function SaveCheck({ actor }: { actor: DetectionConfigRef }) {
  const isChecking = useSelector(actor, (snapshot) => snapshot.hasTag('checking'));
  const isAsking = useSelector(actor, (snapshot) => snapshot.hasTag('lossDialog'));
  const { preview, previewFailure, order } = useSelector(actor, ({ context }) => context);
  const reapplied = order?.reapplied ?? null;
  const title = reapplied === null ? 'Save these settings' : `Reapply version ${reapplied.version}`;
  const withdraw = (): void => actor.send({ type: 'save.withdraw' });
  return (
    <DialogHolder onDismiss={withdraw}>
      {isChecking ? (
        <DialogFrame
          title={title}
          buttons={
            <>
              <Button onPress={withdraw}>Cancel</Button>
              <Button onPress={() => actor.send({ type: 'check.skip' })}>Skip the check</Button>
            </>
          }
        >
          <p role="status">Checking…</p>
        </DialogFrame>
      ) : isAsking ? (
        <ConfirmDialog
          title={title}
          confirm="Save all the same"
          onConfirm={() => actor.send({ type: 'save.confirm' })}
          onClose={withdraw}
        >
          <p>{lossQuestion({ preview, failure: previewFailure }, reapplied)}</p>
        </ConfirmDialog>
      ) : null}
    </DialogHolder>
  );
}
