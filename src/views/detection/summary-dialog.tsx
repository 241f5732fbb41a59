import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import type { FileExportRef } from '../../machines/file-export/file-export-machine.ts';
import type { QuestionRef } from '../../machines/question/question-machine.ts';
import type { ReprocessingRef } from '../../machines/reprocessing/reprocessing-machine.ts';
import type { ReprocessSummary } from '../../model/contract/detection-calls.ts';
import { outcomeText } from '../../model/detection/reprocess-jobs.ts';
import { summaryColumns, summaryFileOf, summaryRows, unlistedText } from '../../model/detection/reprocess-summary.ts';
import type { ReprocessJob } from '../../model/entities/detection-config.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { registryModels } from '../../model/journal/screen-models/registries.ts';
import type { TableState } from '../../model/tables/table-address.ts';
import { tableCsv, tableFileName } from '../../model/tables/table-file.ts';
import { Button } from '../controls/button.tsx';
import { DataTable } from '../controls/data-table.tsx';
import { DialogFrame } from '../controls/dialog-frame.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { Notice } from '../controls/notice.tsx';
import { SmallRetry } from '../controls/one-retry.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { SaveFile } from '../session/save-file.tsx';
import { useReadModel, useScreenModel, useSession } from '../session/session-actors.tsx';
import { useAnswer } from '../session/use-answer.ts';
import { useTimes } from '../session/use-host-clock.ts';
import { useScreenResource } from '../session/use-screen-resource.ts';
import { SpanText } from './span-text.tsx';

/** The resource that holds the transmitters' names. */
const registryName = 'transmitters';

/** Shows how a job changed detections, by transmitter and receiver (DET-21). */
export function SummaryDialog({ actor, onClose }: { actor: ReprocessingRef; onClose: () => void }) {
  const chosen = useSelector(actor, ({ context }) => context.chosen);
  const { answer, isFailed, failure, again } = useAnswer(
    useSelector(actor, ({ children }) => children.summary as QuestionRef<ReprocessSummary> | undefined),
  );
  if (chosen === null) return null;
  return (
    <DialogFrame
      size="whole"
      title="Summary of the job"
      buttons={
        <Button autoFocus onPress={onClose}>
          Close
        </Button>
      }
    >
      <div className="stack gap-16">
        <div>
          <p className="quiet">
            <SpanText start={chosen.startTime} end={chosen.endTime} />
          </p>
          <p>{outcomeText(chosen)}</p>
        </div>
        {answer !== null ? (
          <Rows summary={answer} job={chosen} />
        ) : isFailed ? (
          <LoadFailure title="Could not load the summary" failure={failure} onRetry={again} />
        ) : (
          <Skeleton label="Loading the summary" bars={5} barHeight={40} />
        )}
      </div>
    </DialogFrame>
  );
}

function Rows({ summary, job }: { summary: ReprocessSummary; job: ReprocessJob }) {
  const { session } = useSession();
  const transmitters = useScreenModel(registryModels.transmitter, ({ rows, order }) => (order.epoch === null ? null : rows));
  const { failure, hasFailed } = useScreenResource(registryName);
  const receivers = useReadModel(({ fleet }) => fleet.receivers);
  const system = useReadModel(({ account }) => selectedSystem(account)?.commonName ?? '');
  const times = useTimes();
  const [state, setState] = useState<TableState>({
    search: '',
    sort: { by: 'changed', direction: 'descending' },
    page: 1,
    size: 10,
    selected: [],
  });
  const rows = useMemo(
    () =>
      summaryRows(summary, {
        transmitter: (id) => transmitters?.[id]?.serialNumber,
        receiver: (id) => receivers[id]?.alias,
      }),
    [summary, transmitters, receivers],
  );
  const save = (_now: number, fileExport: FileExportRef): void => {
    const name = tableFileName(system, summaryFileOf(summary), times.stamp(job.createdAt));
    const file = { name, mimeType: 'text/csv;charset=utf-8', parts: [tableCsv(rows, summaryColumns, state)] };
    fileExport.send({ type: 'file.save', file });
  };
  const unlisted = unlistedText(summary);
  if (transmitters === null && !hasFailed) return <Skeleton label="Loading the transmitters" bars={5} barHeight={40} />;
  return (
    <>
      {transmitters === null ? (
        <p className="quiet" role="status">
          {'Could not load the transmitters. They are shown by number. '}
          <SmallRetry failure={failure} onRetry={() => session.send({ type: 'session.retry' })} />
        </p>
      ) : null}
      <DataTable
        label="Summary"
        columns={summaryColumns}
        rows={rows}
        state={state}
        onChange={(next) => setState(next)}
        empty={
          <Notice level={3} title="No detections">
            No detections before or after this job.
          </Notice>
        }
        chosen={null}
        rowActions={null}
        toolbar={rows.length === 0 ? null : <SaveFile label="Export CSV" save={save} />}
      />
      {unlisted === null ? null : <p className="quiet">{unlisted}</p>}
    </>
  );
}
