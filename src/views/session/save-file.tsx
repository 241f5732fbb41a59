import { useSelector } from '@xstate/react';
import { hostNow } from '../../machines/contact-window/contact-window-machine.ts';
import type { FileExportRef } from '../../machines/file-export/file-export-machine.ts';
import { Button } from '../controls/button.tsx';
import { DownloadIcon } from '../controls/tool-icons.tsx';
import { useReadModel, useSession } from './session-actors.tsx';

type Props = {
  label?: string;
  /** Starts the export. `now` is the host's time (ms since the epoch). */
  save: (now: number, fileExport: FileExportRef) => void;
};

/**
 * A button that saves a CSV, and says so if that is for Excel (FILE-17). While a file is being made, the
 * button stops that (FILE-4).
 */
export function SaveFile({ label = 'Save CSV', save }: Props) {
  const isForExcel = useReadModel(({ account }) => account.account?.csvForExcel ?? false);
  const { fileExport, contactWindow } = useSession();
  const isBusy = useSelector(fileExport, (snapshot) => snapshot?.hasTag('busy') ?? false);
  if (fileExport === undefined || contactWindow === undefined) return null;
  if (isBusy) return <Button onPress={() => fileExport.send({ type: 'file.cancel' })}>Stop saving</Button>;
  return (
    <Button onPress={() => save(hostNow(contactWindow.getSnapshot().context), fileExport)}>
      <DownloadIcon size={18} />
      {isForExcel ? `${label} for Excel` : label}
    </Button>
  );
}
