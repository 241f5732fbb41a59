import { ProgressBar } from '@adobe/react-spectrum/ProgressBar';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { DetectionConfigRef } from '../../machines/detection-config/detection-config-machine.ts';
import type { FinishedPreview } from '../../model/contract/detection-calls.ts';
import {
  changeText,
  isEmptyPreview,
  mostPreviewRows,
  type PreviewRow,
  previewRows,
} from '../../model/detection/detection-preview.ts';
import { areSameRows, listedRows } from '../../model/journal/rows-model.ts';
import { registryModels } from '../../model/journal/screen-models/registries.ts';
import { countText } from '../../model/text/number-text.ts';
import { Button } from '../controls/button.tsx';
import { DialogFrame } from '../controls/dialog-frame.tsx';
import { DialogHolder } from '../controls/dialog-holder.tsx';
import { FactList } from '../controls/fact-list.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { Notice } from '../controls/notice.tsx';
import { useReadModel, useScreenModel } from '../session/session-actors.tsx';
import { useHostHour } from '../session/use-host-clock.ts';
import styles from './detection.module.css';

/** Shows how the form would change the last 7 days (DET-13): progress, then figures. Hidden during a save. */
export function PreviewDialog({ actor }: { actor: DetectionConfigRef }) {
  const isOpen = useSelector(actor, (snapshot) => snapshot.hasTag('preview') && !snapshot.hasTag('busy'));
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
    <div className="stack gap-16">
      <p className="quiet">The last 7 days. A preview changes nothing.</p>
      <FactList
        facts={[
          ['Current detections', countText(currentDetectionCount)],
          ['With these settings', countText(previewDetectionCount)],
          ['Estimated change', changeText(estimatedChangePercent)],
        ]}
      />
      <Changes preview={preview} />
    </div>
  );
}

/** Returns the rows of a preview with their names. */
function useRows(preview: FinishedPreview): readonly PreviewRow[] {
  const transmitters = useScreenModel(registryModels.transmitter, ({ rows }) => rows);
  const animals = useScreenModel(registryModels.animal, ({ rows }) => rows);
  const tags = useScreenModel(registryModels.tag, listedRows, areSameRows);
  const receivers = useReadModel(({ fleet }) => fleet.receivers);
  const now = useHostHour();
  return useMemo(() => {
    const names = {
      transmitter: (id: number) => transmitters[id]?.serialNumber,
      animal: (id: number) => animals[id]?.alias,
      receiver: (id: number) => receivers[id]?.alias,
    };
    return previewRows(preview, tags ?? [], { now, names });
  }, [preview, transmitters, animals, tags, receivers, now]);
}

/** Shows where detections are gained and lost, and for which animals. */
function Changes({ preview }: { preview: FinishedPreview }) {
  const rows = useRows(preview);
  if (rows.length === 0) return <p>No detections are gained or lost.</p>;
  return (
    <div className={styles.scroll} role="region" aria-label="Gained and lost" tabIndex={0}>
      <table className={`table ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">Transmitter</th>
            <th scope="col">Animal</th>
            <th scope="col">Receiver</th>
            <th scope="col" className="number">
              Gained
            </th>
            <th scope="col" className="number">
              Lost
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, transmitter, animals, receiver, gained, lost }) => (
            <tr key={key}>
              <th scope="row">{transmitter}</th>
              <td>{animals}</td>
              <td>{receiver}</td>
              <td className="number">{gained === 0 ? '0' : `+${countText(gained)}`}</td>
              <td className="number">{lost === 0 ? '0' : `−${countText(lost)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length >= mostPreviewRows ? <p className="quiet">{`The ${mostPreviewRows} that change most`}</p> : null}
    </div>
  );
}
