import { Switch } from '@adobe/react-spectrum/Switch';
import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo } from 'react';
import { type DownloadPageRef, selectDumpFile, selectNewFile } from '../../machines/download-page/download-page-machine.ts';
import { downloadsIn } from '../../machines/download/downloads-machine.ts';
import { presentRole } from '../../machines/journal/journal-selectors.ts';
import type { DumpFile } from '../../model/entities/dump-file.ts';
import { hasRole, researcher } from '../../model/entities/role.ts';
import { dumpAddress, dumpColumns, dumpPageSizes, shownFiles } from '../../model/files/dump-columns.ts';
import { whyNoRoom } from '../../model/files/dump-files.ts';
import { dumpFilesIn, dumpFilesModel } from '../../model/journal/screen-models/dump-files.ts';
import { Button } from '../controls/button.tsx';
import { type DataColumn, DataTable } from '../controls/data-table.tsx';
import { DialogHolder } from '../controls/dialog-holder.tsx';
import { ConfirmDialog } from '../controls/form-dialog.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { Notice } from '../controls/notice.tsx';
import { OneRetry } from '../controls/one-retry.tsx';
import { Page } from '../controls/page.tsx';
import { Listed } from '../registry/listed.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { useScreenModel, useSession } from '../session/session-actors.tsx';
import { useAddress } from '../session/use-address.ts';
import { useTimes } from '../session/use-host-clock.ts';
import { useWhyReadOnly } from '../session/use-why-read-only.ts';
import { CreateDialog } from './create-dialog.tsx';
import { FileActions } from './file-actions.tsx';
import { FileDetails, NoFile } from './file-details.tsx';
import { FileStatus } from './file-status.tsx';
import { FtpsCard } from './ftps-card.tsx';
import { QuotaBar } from './quota-bar.tsx';
import styles from './download.module.css';

type Props = { actor: DownloadPageRef };

/** Lists the data files made from contacts (FILE-11), and shows how to fetch them by FTPS. */
export default function DownloadView({ actor }: ScreenProps<DownloadPageRef>) {
  const [state, changeAddress] = useAddress(dumpAddress);
  const { journal } = useSession();
  const files = useScreenModel(dumpFilesModel, dumpFilesIn);
  const quota = useScreenModel(dumpFilesModel, ({ quota: all }) => all);
  const rows = useMemo(() => files && shownFiles(files, state), [files, state]);
  const mayWrite = useSelector(journal, (snapshot) => hasRole(presentRole(snapshot) ?? Infinity, researcher));
  const whyReadOnly = useWhyReadOnly(researcher);
  const isForm = useSelector(actor, (snapshot) => snapshot.hasTag('form'));
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const isRemoval = useSelector(actor, (snapshot) => snapshot.hasTag('removal'));
  const newId = useSelector(actor, selectNewFile);
  const open = (opened: number | null) => changeAddress((before) => ({ ...before, opened }), 'replace');
  const times = useTimes();
  const downloads = downloadsIn(actor.system);
  const columns = useMemo((): readonly [DataColumn<DumpFile>, ...DataColumn<DumpFile>[]] => {
    const cells: Readonly<Record<string, DataColumn<DumpFile>['cell']>> = {
      name: ({ id, name }) => (
        <button
          type="button"
          className={styles.name}
          onClick={() => changeAddress((before) => ({ ...before, opened: id }), 'replace')}
        >
          {name}
        </button>
      ),
      status: (file) => <FileStatus actor={actor} file={file} downloads={downloads} />,
    };
    const celled = (column: DataColumn<DumpFile>): DataColumn<DumpFile> => {
      const cell = cells[column.id];
      return cell === undefined ? column : { ...column, cell };
    };
    const [first, ...others] = dumpColumns(times);
    return [celled(first), ...others.map(celled)];
  }, [actor, changeAddress, times, downloads]);
  const shown = files?.find(({ id }) => id === state.opened);
  return (
    <Page title="Download" about="Export contacts as files, here or by FTPS" actions={<LineNotice />}>
      <FtpsCard />
      <OneRetry>
        <Listed title="Data files" words={['data file', 'data files']} resource="dumpFiles" rows={rows}>
          {(all) => (
            <>
              {quota === null ? null : <QuotaBar quota={quota} />}
              <DataTable
                label="Data files"
                columns={columns}
                rows={all}
                state={state}
                sizes={dumpPageSizes}
                newId={newId}
                onChange={(next, how) => changeAddress((before) => ({ ...before, ...next(before) }), how)}
                empty={<NoFiles mayWrite={mayWrite} />}
                chosen={null}
                rowActions={(file) => (
                  <FileActions actor={actor} file={file} downloads={downloads} mayWrite={mayWrite} why={whyReadOnly} />
                )}
                toolbar={toolbar()}
              />
            </>
          )}
        </Listed>
      </OneRetry>
      <DialogHolder isHeld={isBusy} onDismiss={() => actor.send({ type: 'dialog.close' })}>
        {isForm ? (
          <CreateDialog actor={actor} quota={quota} why={whyReadOnly} />
        ) : isRemoval ? (
          <Removal actor={actor} files={files ?? []} why={whyReadOnly} />
        ) : null}
      </DialogHolder>
      <DialogHolder onDismiss={() => open(null)}>
        {files === null || state.opened === null ? null : shown === undefined ? (
          <NoFile onClose={() => open(null)} />
        ) : (
          <FileDetails file={shown} onClose={() => open(null)} />
        )}
      </DialogHolder>
    </Page>
  );

  function toolbar(): ReactNode {
    return (
      <>
        <Switch
          isSelected={state.deleted}
          onChange={(deleted) => changeAddress((before) => ({ ...before, deleted, page: 1 }), 'replace')}
        >
          Show deleted
        </Switch>
        {mayWrite ? (
          <Greyed why={whyReadOnly ?? whyNoRoom(quota, null)}>
            <Button rank="primary" onPress={() => actor.send({ type: 'file.new' })}>
              Create data file
            </Button>
          </Greyed>
        ) : null}
      </>
    );
  }
}

function NoFiles({ mayWrite }: { mayWrite: boolean }) {
  return (
    <Notice level={3} title="No data files">
      {mayWrite
        ? 'Create one: choose a time range and receivers, and download their contacts as a compressed file.'
        : 'Researchers and above can create files of contacts for download.'}
    </Notice>
  );
}

function Removal({ actor, files, why }: Props & { files: readonly DumpFile[]; why: string | null }) {
  const id = useSelector(actor, ({ context }) => context.removing);
  const child = useSelector(actor, (snapshot) => (id === null ? undefined : selectDumpFile(snapshot, id)));
  const isGone = useSelector(child, (snapshot) => snapshot === undefined || snapshot.hasTag('deleted'));
  const file = files.find((each) => each.id === id);
  return (
    <ConfirmDialog
      title="Delete file?"
      confirm="Permanently delete"
      why={why ?? (isGone ? 'Already deleted' : null)}
      onConfirm={() => actor.send({ type: 'remove.confirm' })}
      onClose={() => actor.send({ type: 'dialog.close' })}
    >
      {file === undefined ? null : <p className={styles.file}>{file.name}</p>}
      <p>This file will be permanently deleted, but the data it was derived from will remain unchanged.</p>
    </ConfirmDialog>
  );
}
