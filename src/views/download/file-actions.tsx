import { useSelector } from '@xstate/react';
import { type DownloadPageRef, selectDumpFile } from '../../machines/download-page/download-page-machine.ts';
import { type DownloadsRef, selectDownload } from '../../machines/download/downloads-machine.ts';
import type { DumpFile } from '../../model/entities/dump-file.ts';
import { dumpStatus, packedName, whyNotDownloaded } from '../../model/files/dump-files.ts';
import { Button } from '../controls/button.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { icon } from '../controls/draw-icon.tsx';
import { DownloadIcon } from '../controls/tool-icons.tsx';

const BinIcon = icon(<path d="M4 6h12M8 6V4h4v2M5.500 6l1 11h7l1-11M8.500 9v5m3-5v5" />);

type Props = {
  actor: DownloadPageRef;
  file: DumpFile;
  downloads: DownloadsRef | undefined;
  mayWrite: boolean;
  /** Why the file cannot be deleted; null if it can. */
  why: string | null;
};

/** Offers to download a file or cancel its download and, to those who may, to delete it. */
export function FileActions({ actor, file, downloads, mayWrite, why }: Props) {
  const status = dumpStatus(file);
  const child = useSelector(actor, (snapshot) => selectDumpFile(snapshot, file.id));
  const isDeleting = useSelector(child, (snapshot) => snapshot?.hasTag('deleting') ?? false);
  if (status === 'deleted') return null;
  return (
    <span className="inline at-end gap-4">
      {status === 'ready' ? <DownloadButton file={file} downloads={downloads} /> : null}
      {mayWrite ? (
        <Greyed why={why} isBusy={isDeleting}>
          <Button
            rank="quiet"
            aria-label={`Delete ${file.name}`}
            onPress={() => actor.send({ type: 'file.remove', id: file.id })}
          >
            <BinIcon />
          </Button>
        </Greyed>
      ) : null}
    </span>
  );
}

function DownloadButton({ file, downloads }: Pick<Props, 'file' | 'downloads'>) {
  const download = useSelector(downloads, (snapshot) => selectDownload(snapshot, file.id));
  const isStreaming = useSelector(download, (snapshot) => snapshot?.hasTag('streaming') ?? false);
  const isBusy = useSelector(download, (snapshot) => snapshot?.hasTag('busy') ?? false);
  const isFailed = useSelector(download, (snapshot) => snapshot?.hasTag('failed') ?? false);
  const start = () => downloads?.send({ type: 'download.want', file: { id: file.id, name: packedName(file), size: file.size } });
  const verb = isStreaming ? 'Cancel' : isFailed ? 'Retry' : 'Download';
  // One button for all three verbs: it keeps the focus after a press (FORM-12).
  return (
    <Greyed why={isStreaming ? null : whyNotDownloaded(file)} isBusy={isBusy && !isStreaming}>
      <Button
        rank="quiet"
        aria-label={verb === 'Download' ? `Download ${file.name}` : `${verb} the download of ${file.name}`}
        onPress={() => (isStreaming ? download?.send({ type: 'download.cancel' }) : start())}
      >
        {isStreaming ? null : <DownloadIcon size={18} />}
        {verb}
      </Button>
    </Greyed>
  );
}
