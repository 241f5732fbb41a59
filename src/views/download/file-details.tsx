import { receiverLooks } from '../../model/journal/read-models/fleet-selectors.ts';
import type { DumpFile } from '../../model/entities/dump-file.ts';
import { dumpColumns, goneText } from '../../model/files/dump-columns.ts';
import { dumpExtrasText, packedName } from '../../model/files/dump-files.ts';
import { countText } from '../../model/text/number-text.ts';
import { DialogFrame } from '../controls/dialog-frame.tsx';
import { FactList } from '../controls/fact-list.tsx';
import { StatusMark } from '../controls/status-mark.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { useTimes } from '../session/use-host-clock.ts';
import styles from './download.module.css';

/** Shows all that is known of a file, with the checksum to verify a download. */
export function FileDetails({ file, onClose }: { file: DumpFile; onClose: () => void }) {
  const times = useTimes();
  const looks = useReadModel(({ fleet }) => receiverLooks(fleet));
  const { filters, rows, sha256, error } = file;
  const shown = dumpColumns(times).filter(({ id }) => id !== 'name' && id !== 'receivers');
  const gone = goneText(file, times);
  const receivers = filters.rxIds?.map((id) => looks.get(id)?.alias ?? `Receiver ${id}`).join(', ') ?? 'All';
  return (
    <DialogFrame size="M" title={file.name} onClose={onClose}>
      {gone === null ? null : (
        <p role="status" className="below-12">
          <StatusMark status="offline" text={gone} />
        </p>
      )}
      <FactList
        facts={[
          ...shown.map(({ label, text }) => [label, text(file)] as const),
          ['Receivers', receivers],
          ['More columns', dumpExtrasText(file)],
          ['Contacts', rows === null ? '–' : countText(rows)],
        ]}
      />
      {error === null ? null : <p className="failure breaks">{error}</p>}
      {sha256 === null || gone !== null ? null : (
        <p className={`stack gap-0 breaks above-16 ${styles.hash}`}>
          <span className="quiet small digits">{`SHA-256 of ${packedName(file)}, to verify a download`}</span>
          <code>{sha256}</code>
        </p>
      )}
    </DialogFrame>
  );
}

/** Shown if a link names a file that this system does not know (FILE-16). */
export function NoFile({ onClose }: { onClose: () => void }) {
  return (
    <DialogFrame size="M" title="No such file" onClose={onClose}>
      <p>This system has no such file. It may have been deleted.</p>
    </DialogFrame>
  );
}
