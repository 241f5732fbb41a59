import { ProgressBar } from '@adobe/react-spectrum/ProgressBar';
import { useSelector } from '@xstate/react';
import type { DetectionConfigRef } from '../../machines/detection-config/detection-config-machine.ts';
import type { FinishedPreview } from '../../model/contract/detection-calls.ts';
import { changeText, isEmptyPreview, mostPreviewRows } from '../../model/detection/detection-preview.ts';
import { registryModels } from '../../model/journal/screen-models/registries.ts';
import { countText } from '../../model/text/number-text.ts';
import { Button } from '../controls/button.tsx';
import { DialogFrame } from '../controls/dialog-frame.tsx';
import { DialogHolder } from '../controls/dialog-holder.tsx';
import { FactList } from '../controls/fact-list.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { Notice } from '../controls/notice.tsx';
import { useReadModel, useScreenModel } from '../session/session-actors.tsx';
import styles from './detection.module.css';

/** What the form would change of the last 7 days (DET-13): how far that is, then its figures. */
export function PreviewDialog({ actor }: { actor: DetectionConfigRef }) {
  const isOpen = useSelector(actor, (snapshot) => snapshot.hasTag('preview'));
  const close = (): void => actor.send({ type: 'preview.close' });
  return <DialogHolder onDismiss={close}>{isOpen ? <Preview actor={actor} onClose={close} /> : null}</DialogHolder>;
}

function Preview({ actor, onClose }: { actor: DetectionConfigRef; onClose: () => void }) {
  const isRunning = useSelector(actor, (snapshot) => snapshot.hasTag('previewing'));
  const { preview, running, previewFailure } = useSelector(actor, ({ context }) => context);
  return (
    <DialogFrame
      size="whole"
      title="Preview of the changes"
      buttons={
        <Button autoFocus onPress={onClose}>
          {isRunning ? 'Cancel' : 'Close'}
        </Button>
      }
    >
      {isRunning ? (
        <ProgressBar
          label="Finding the detections of the last 7 days"
          width="100%"
          {...(running === null ? { isIndeterminate: true } : { value: running.progressPct })}
        />
      ) : preview !== null ? (
        <Figures preview={preview} />
      ) : (
        <LoadFailure
          title="The changes could not be previewed"
          failure={previewFailure}
          onRetry={() => actor.send({ type: 'preview.ask' })}
        />
      )}
    </DialogFrame>
  );
}

function Figures({ preview }: { preview: FinishedPreview }) {
  if (isEmptyPreview(preview))
    return (
      <Notice level={3} title="No preview data available">
        No detections in the last 7 days, neither now nor with these settings.
      </Notice>
    );
  const { currentDetectionCount, previewDetectionCount, estimatedChangePercent } = preview;
  return (
    <div className={styles.figures}>
      <p className={styles.quiet}>The last 7 days. A preview changes nothing.</p>
      <FactList
        facts={[
          ['Current detections', countText(currentDetectionCount)],
          ['With these settings', countText(previewDetectionCount)],
          ['Estimated change', changeText(estimatedChangePercent)],
        ]}
      />
      <Changes changes={preview.changes} />
    </div>
  );
}

/** Where detections are gained and lost; one that is gone by now is called by its number. */
function Changes({ changes }: Pick<FinishedPreview, 'changes'>) {
  const transmitters = useScreenModel(registryModels.transmitter, ({ rows }) => rows);
  const receivers = useReadModel(({ fleet }) => fleet.receivers);
  if (changes.length === 0) return <p>No detections are gained or lost.</p>;
  return (
    <div className={styles.scroll} role="region" aria-label="Gained and lost" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Transmitter</th>
            <th scope="col">Receiver</th>
            <th scope="col" data-number="true">
              Gained
            </th>
            <th scope="col" data-number="true">
              Lost
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ transmitterId, receiverId, gained, lost }) => (
            <tr key={`${transmitterId}/${receiverId}`}>
              <th scope="row">{transmitters[transmitterId]?.serialNumber ?? `Transmitter ${transmitterId}`}</th>
              <td>{receivers[receiverId]?.alias ?? `Receiver ${receiverId}`}</td>
              <td data-number="true">{gained === 0 ? '0' : `+${countText(gained)}`}</td>
              <td data-number="true">{lost === 0 ? '0' : `−${countText(lost)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {changes.length >= mostPreviewRows ? <p className={styles.quiet}>{`The ${mostPreviewRows} that change most`}</p> : null}
    </div>
  );
}
