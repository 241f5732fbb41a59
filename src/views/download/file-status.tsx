import { useSelector } from '@xstate/react';
import { type DownloadPageRef, selectDumpFile } from '../../machines/download-page/download-page-machine.ts';
import { type DownloadsRef, selectDownload } from '../../machines/download/downloads-machine.ts';
import type { DumpFile } from '../../model/entities/dump-file.ts';
import { deletionText } from '../../model/files/dump-columns.ts';
import { downloadedText, dumpStatus, type DumpStatus, dumpStatusText } from '../../model/files/dump-files.ts';
import { type StatusLook, StatusMark } from '../controls/status-mark.tsx';
import { useTimes } from '../session/use-host-clock.ts';
import styles from './download.module.css';

const looks: Readonly<Record<DumpStatus, StatusLook>> = {
  processing: 'rebooting',
  ready: 'online',
  failed: 'offline',
  deleted: 'disabled',
};

type Props = { actor: DownloadPageRef; file: DumpFile; downloads: DownloadsRef | undefined };

/** Shows a file's status and how its download went. */
export function FileStatus({ actor, file, downloads }: Props) {
  const times = useTimes();
  const child = useSelector(actor, (snapshot) => selectDumpFile(snapshot, file.id));
  const isLate = useSelector(child, (snapshot) => snapshot?.context.isLate ?? false);
  const status = dumpStatus(file);
  const deletion = deletionText(file, times);
  const look = status === 'ready' && !file.available ? 'warning' : looks[status];
  return (
    <div className={styles.status}>
      <StatusMark status={look} text={dumpStatusText(file)} />
      {status === 'failed' && file.error !== null ? <span className="failure breaks">{file.error}</span> : null}
      {isLate ? (
        <span role="status" className="quiet small digits">
          Could not refresh the progress. Retrying.
        </span>
      ) : null}
      {deletion === null ? null : <span className="quiet small digits">{deletion}</span>}
      <DownloadStatus file={file} downloads={downloads} />
    </div>
  );
}

function DownloadStatus({ file: { id, name }, downloads }: Omit<Props, 'actor'>) {
  const download = useSelector(downloads, (snapshot) => selectDownload(snapshot, id));
  const words = useSelector(download, (snapshot) => {
    if (snapshot?.hasTag('failed')) return snapshot.context.failure;
    if (snapshot?.hasTag('done')) return 'Saved';
    if (snapshot?.hasTag('handed')) return 'Downloading in your browser';
    return snapshot?.hasTag('cancelled') ? 'Download cancelled' : null;
  });
  const isFailed = useSelector(download, (snapshot) => snapshot?.hasTag('failed') ?? false);
  const isStreaming = useSelector(download, (snapshot) => snapshot?.hasTag('streaming') ?? false);
  const { received = 0, size = null } = useSelector(download, (snapshot) => snapshot?.context) ?? {};
  if (isStreaming)
    return (
      <span className={`row wrap gap-0-8 ${styles.progress}`}>
        <progress aria-label={`Download of ${name}`} {...(size === null ? {} : { value: Math.min(received, size), max: size })} />
        <span className="quiet small digits">{downloadedText(received, size)}</span>
      </span>
    );
  if (words === null) return null;
  return (
    <span role="status" className={isFailed ? 'failure breaks' : 'quiet small digits'}>
      {words}
    </span>
  );
}
