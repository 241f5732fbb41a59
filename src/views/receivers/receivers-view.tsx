import { useSelector } from '@xstate/react';
import { useCallback, useMemo, useState } from 'react';
import { filterCount } from '../../model/receivers/receiver-rows.ts';
import { commandsIn } from '../../machines/commands/commands-id.ts';
import { shown } from '../../machines/journal/journal-selectors.ts';
import type { ReceiversRef } from '../../machines/receivers/receivers-machine.ts';
import { type AskedCommand, isQuestion } from '../../model/commands/command-reach.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import type { ColumnId } from '../../model/receivers/columns.ts';
import { plainList, receiversAddress, type ReceiversState } from '../../model/receivers/receivers-address.ts';
import type { NamedReceiver } from '../../model/entities/receiver.ts';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { DialogBoundary } from '../controls/dialog-boundary.tsx';
import { FailedNotice } from '../controls/failed-notice.tsx';
import { PageBoundary } from '../controls/parts.tsx';
import { Page } from '../controls/page.tsx';
import { ReceiverDialogs } from '../receiver-editor/receiver-dialogs.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import { useMedia } from '../controls/use-media.ts';
import { UnknownReceivers } from '../session/refused-address.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { useSession } from '../session/session-actors.tsx';
import { useTimes } from '../session/use-host-clock.ts';
import { useAddress } from '../session/use-address.ts';
import { BesideRow } from './beside-row.tsx';
import { CommandCard } from './command-card.tsx';
import { CommandProgress } from './command-progress.tsx';
import { ExpiredNotice } from './expired-notice.tsx';
import { MoreMenu } from './more-menu.tsx';
import { ReceiverGrid } from './receiver-grid.tsx';
import { type Beside, type ReceiversScreen, ReceiversScreenProvider } from './receivers-screen.tsx';
import { ReceiversToolbar } from './receivers-toolbar.tsx';
import { TaskFailures } from './task-failures.tsx';
import { useHindrance } from './use-rights.ts';
import { useDeparted } from './use-departed.ts';
import { later } from '../controls/later.tsx';

const Dialogs = later(() => import('./receivers-dialogs.tsx'));
const CommandDialog = later(() => import('./command-dialog.tsx'));
const SnoozeDialog = later(() => import('../snooze/snooze-dialog.tsx'));
const RecordsPage = later(() => import('./records-page.tsx'));
const NewSiteDialog = later(() => import('./new-site-dialog.tsx'));

type Props = ScreenProps<ReceiversRef>;

/** Lists every receiver by site, with all actions on them (FLEET-1). */
export default function ReceiversView({ actor, onReload }: Props) {
  const { session, journal } = useSession();
  const mitasId = useSelector(session, (snapshot) => snapshot.context.mitasId);
  const hindered = useHindrance();
  const editable = hindered === null;
  const times = useTimes();
  const [state, changeAddress] = useAddress(receiversAddress);
  const [asked, setAsked] = useState<AskedCommand | null>(null);
  const closeAsked = useCallback(() => setAsked(null), []);
  const [snoozed, setSnoozed] = useState<readonly NamedReceiver[] | null>(null);
  const closeSnoozed = useCallback(() => setSnoozed(null), []);
  const [beside, setBeside] = useState<Beside | null>(null);
  const [isFiltering, setFiltering] = useState(false);
  const screen = useMemo<ReceiversScreen>(() => {
    const pageOf = (receiver: number): string =>
      `${screenUrl(mitasId, 'receivers')}${receiversAddress.write({ ...plainList, receiver })}`;
    const openPage = (receiver: number): void => changeAddress((before) => ({ ...before, receiver }));
    const commands = commandsIn(session.system);
    const command = (wanted: AskedCommand): void => {
      const { receivers } = shown(journal.getSnapshot()).fleet;
      if (
        isQuestion(
          wanted.commandType,
          wanted.rxIds.flatMap((id) => receivers[id] ?? []),
        )
      )
        return setAsked(wanted);
      commands?.send({ type: 'commands.ask', plan: { ...wanted, waitMs: null } });
    };
    const snooze = hindered === 'role' ? null : setSnoozed;
    return { receivers: actor, commands, command, snooze, editable, hindered, times, openBeside: setBeside, pageOf, openPage };
  }, [actor, session, journal, editable, hindered, times, mitasId, changeAddress]);
  const select = useCallback(
    (selected: readonly number[]) => changeAddress((before) => ({ ...before, selected }), 'replace'),
    [changeAddress],
  );
  const deselect = useCallback(
    (gone: ReadonlySet<number>) =>
      changeAddress((before) => ({ ...before, selected: before.selected.filter((id) => !gone.has(id)) }), 'replace'),
    [changeAddress],
  );
  useDeparted(state.selected, deselect);
  const closeBeside = useCallback(() => setBeside(null), []);
  const sort = useCallback((by: ColumnId) => changeAddress((before) => sortedBy(before, by), 'replace'), [changeAddress]);
  const records = useSelector(actor, (snapshot) => snapshot.children.records);
  return (
    <ReceiversScreenProvider value={screen}>
      {records === undefined ? (
        <Page
          title="All receivers"
          about="Every receiver by site, with its state and configuration"
          actions={
            <>
              <LineNotice />
              <FilterButton state={state} isOpen={isFiltering} onOpen={setFiltering} />
              <Actions receivers={actor} editable={editable} onReload={onReload} />
            </>
          }
        >
          <Broken receivers={actor} onReload={onReload} />
          <UnknownReceivers name="selected" ids={state.selected} />
          <ExpiredNotice />
          <TaskFailures receivers={actor} />
          <CommandProgress />
          <CommandCard />
          <Card label="Receivers">
            <ReceiversToolbar state={state} changeAddress={changeAddress} isFolded={!isFiltering} />
            <ReceiverGrid state={state} onSelect={select} onSort={sort} />
          </Card>
        </Page>
      ) : (
        <PageBoundary waiting={null} onRetry={onReload}>
          <Broken receivers={actor} onReload={onReload} />
          <ExpiredNotice />
          <TaskFailures receivers={actor} />
          <CommandProgress />
          <RecordsPage records={records} onReload={onReload} />
        </PageBoundary>
      )}
      {beside === null ? null : (
        <BesideRow beside={beside} onOpen={setBeside} onClose={closeBeside} changeAddress={changeAddress} />
      )}
      {asked === null ? null : (
        <DialogBoundary onRetry={onReload} onClose={closeAsked}>
          <CommandDialog asked={asked} onClose={closeAsked} />
        </DialogBoundary>
      )}
      {snoozed === null ? null : (
        <DialogBoundary onRetry={onReload} onClose={closeSnoozed}>
          <SnoozeDialog receivers={snoozed} onClose={closeSnoozed} />
        </DialogBoundary>
      )}
      <OpenDialogs receivers={actor} onReload={onReload} />
      <Editing receivers={actor} onReload={onReload} />
    </ReceiversScreenProvider>
  );
}

function sortedBy(before: ReceiversState, by: ColumnId): ReceiversState {
  const isTurned = before.sort.by === by && before.sort.direction === 'ascending';
  return { ...before, sort: { by, direction: isTurned ? 'descending' : 'ascending' } };
}

/** A button that opens search and filters on a phone, and says how many filters are set. */
function FilterButton(props: { state: ReceiversState; isOpen: boolean; onOpen: (isOpen: boolean) => void }) {
  const { state, isOpen, onOpen } = props;
  const isCards = useMedia('(width < 900px)');
  if (!isCards) return null;
  const count = filterCount(state);
  return (
    <Button aria-expanded={isOpen} onPress={() => onOpen(!isOpen)}>
      {count === 0 ? 'Filter' : `Filter: ${count} on`}
    </Button>
  );
}

function Actions(props: { receivers: ReceiversRef; editable: boolean; onReload: () => void }) {
  const [naming, setNaming] = useState(false);
  const [{ commands }, changeAddress] = useAddress(receiversAddress);
  const isCards = useMedia('(width < 900px)');
  const actions = [
    {
      name: commands ? 'Hide commands' : 'Commands',
      act: () => changeAddress((before) => ({ ...before, commands: !before.commands })),
    },
    { name: 'Retired', act: () => changeAddress((before) => ({ ...before, retired: true })) },
    ...(props.editable ? [{ name: 'New site', act: () => setNaming(true) }] : []),
  ];
  const offered = isCards ? (
    <MoreMenu actions={actions} />
  ) : (
    actions.map(({ name, act }) => (
      <Button key={name} onPress={act}>
        {name}
      </Button>
    ))
  );
  if (!props.editable) return offered;
  return (
    <>
      {offered}
      <Button rank="primary" onPress={() => props.receivers.send({ type: 'receiver.new', siteId: null })}>
        New receiver
      </Button>
      {naming ? (
        <DialogBoundary onRetry={props.onReload} onClose={() => setNaming(false)}>
          <NewSiteDialog onClose={() => setNaming(false)} />
        </DialogBoundary>
      ) : null}
    </>
  );
}

/** Says which part of the screen could not be opened, with a Retry that reloads the page. */
function Broken(props: { receivers: ReceiversRef; onReload: () => void }) {
  const isEditing = useSelector(props.receivers, (snapshot) => snapshot.matches({ editing: 'broken' }));
  const isPage = useSelector(props.receivers, (snapshot) => snapshot.matches({ page: 'broken' }));
  const isCommands = useSelector(props.receivers, (snapshot) => snapshot.matches({ commands: 'broken' }));
  if (!isEditing && !isPage && !isCommands) return null;
  const opened = isPage ? "Could not open the receiver's page." : 'Could not open the list of commands.';
  return (
    <FailedNotice level={2} onRetry={props.onReload}>
      {isEditing ? 'Could not open configurations.' : opened}
    </FailedNotice>
  );
}

/** Opens the editor of one or several configurations if the address asks for it. */
function Editing(props: { receivers: ReceiversRef; onReload: () => void }) {
  const dialogs = useSelector(props.receivers, (snapshot) => snapshot.children.dialogs);
  return dialogs === undefined ? null : <ReceiverDialogs dialogs={dialogs} onReload={props.onReload} />;
}

/** Shows the open dialog. The code of all dialogs is loaded when the first one opens. */
function OpenDialogs(props: { receivers: ReceiversRef; onReload: () => void }) {
  const { receivers, onReload } = props;
  const isOpen = useSelector(receivers, (snapshot) => !snapshot.matches({ dialog: 'closed' }));
  if (!isOpen) return null;
  return (
    <DialogBoundary onRetry={onReload} onClose={() => receivers.send({ type: 'dialog.close' })}>
      <Dialogs receivers={receivers} />
    </DialogBoundary>
  );
}
