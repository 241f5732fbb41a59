import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import type { ContactExplorerRef } from '../../machines/contact-explorer/contact-explorer-machine.ts';
import {
  type Explored,
  type ExplorerFilters,
  type ExplorerGroup,
  explorerGroups,
  type ExplorerLook,
  type ExplorerPlace,
  firstLook,
} from '../../model/explorer/explorer-address.ts';
import { exploredCsv, exploredTitle, largeDatasetText, tooManyText } from '../../model/explorer/explorer-text.ts';
import { explore, groupLabels, heardValues } from '../../model/explorer/explored-contacts.ts';
import { animalsBy, wearersOf, withAnimals, type WornTag } from '../../model/explorer/worn-tags.ts';
import { type ExploredContacts } from '../../model/contract/packed-contacts.ts';
import { fileName } from '../../model/text/file-name.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { receiverLooks } from '../../model/journal/read-models/fleet-selectors.ts';
import { countText } from '../../model/text/number-text.ts';
import { ChoicePicker } from '../controls/choice-picker.tsx';
import { DialogFrame } from '../controls/dialog-frame.tsx';
import { DialogHolder } from '../controls/dialog-holder.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { Notice } from '../controls/notice.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { SaveFile } from '../session/save-file.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { useTimes } from '../session/use-host-clock.ts';
import { FilterKind } from '../stream/filter-kind.tsx';
import { ExplorerChart } from './explorer-chart.tsx';
import styles from './explorer.module.css';

const groupNames: Record<ExplorerGroup, string> = {
  code: 'Code',
  codeFreq: 'Code and frequency',
  freq: 'Frequency',
  type: 'Type',
  ant: 'Antenna',
};

type PageProps = {
  explorer: ContactExplorerRef;
  /**
   * The explorer's state in the address of the page, null if it is closed; and below, the function that
   * changes it.
   */
  explored: Explored | null;
  onChange: (next: (before: Explored | null) => Explored | null, how: 'replace' | 'leave') => void;
};

/** Shows the contact explorer over its page (EXP-1) while the address names a place. */
export function ContactExplorer({ explorer, explored, onChange }: PageProps) {
  const place = useSelector(explorer, ({ context }) => context.place);
  const close = (): void => onChange(() => null, 'leave');
  const changeLook = (part: Partial<ExplorerLook>): void => onChange((before) => before && changed(before, part), 'replace');
  return (
    <DialogHolder isInAddress onDismiss={close}>
      {place === null ? null : (
        <Opened explorer={explorer} place={place} look={explored?.look ?? firstLook} onLook={changeLook} onClose={close} />
      )}
    </DialogHolder>
  );
}

type LookProps = { look: ExplorerLook; onLook: (part: Partial<ExplorerLook>) => void };
type Props = LookProps & { explorer: ContactExplorerRef; place: ExplorerPlace; onClose: () => void };

function Opened({ explorer, place, look, onLook, onClose }: Props) {
  const times = useTimes();
  const name = useReadModel(({ fleet }) => fleet.receivers[place.rxId]?.alias ?? `${place.rxId}`);
  const count = useSelector(explorer, ({ context }) => context.count);
  const contacts = useSelector(explorer, ({ context }) => context.contacts);
  const worn = useSelector(explorer, ({ context }) => context.worn);
  const failure = useSelector(explorer, ({ context }) => context.failure);
  const isTooMany = useSelector(explorer, (snapshot) => snapshot.hasTag('tooMany'));
  const isFailed = useSelector(explorer, (snapshot) => snapshot.hasTag('failed'));
  return (
    <DialogFrame size="screen" title={exploredTitle(name, place, times)} onClose={onClose}>
      {isTooMany || largeDatasetText(count) === null ? null : (
        <p className={styles.warning} role="status">
          {largeDatasetText(count)}
        </p>
      )}
      {isTooMany && count !== null ? (
        <Notice level={3} title="Choose a shorter time range">
          {tooManyText(count)}
        </Notice>
      ) : isFailed ? (
        <LoadFailure title="An error occurred" failure={failure} onRetry={() => explorer.send({ type: 'explorer.again' })} />
      ) : contacts === null ? (
        <Skeleton label="Loading contacts" bars={1} barHeight={320} />
      ) : (
        <Contacts place={place} name={name} contacts={contacts} worn={worn} look={look} onLook={onLook} />
      )}
    </DialogFrame>
  );
}

type ContactsProps = LookProps & {
  place: ExplorerPlace;
  name: string;
  contacts: ExploredContacts;
  worn: readonly WornTag[] | null;
};

function Contacts({ place, name, contacts, worn, look, onLook }: ContactsProps) {
  const times = useTimes();
  const system = useReadModel(({ account }) => selectedSystem(account)?.commonName ?? '');
  const looks = useReadModel(({ fleet }) => receiverLooks(fleet));
  const heard = useMemo(() => heardValues(contacts), [contacts]);
  const exploration = useMemo(() => explore(contacts, look), [contacts, look]);
  const wearers = useMemo(() => wearersOf(contacts, worn ?? []), [contacts, worn]);
  const byCode = useMemo(() => animalsBy(contacts.code, wearers), [contacts, wearers]);
  const labels = useMemo(() => groupLabels(look.groupBy, exploration, wearers), [look.groupBy, exploration, wearers]);
  const codeLabel = useCallback((label: string, code: number) => withAnimals(label, byCode.get(code)), [byCode]);
  const toggle = (kind: keyof ExplorerFilters, value: number): void => {
    const chosen = look.filters[kind];
    const next = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
    onLook({ filters: { ...look.filters, [kind]: next } });
  };
  if (contacts.count === 0) return <Notice level={3} title="Nothing to show" />;
  return (
    <>
      <div className="wrap align-end gap-8-16">
        <ChoicePicker
          label="Group by"
          width="size-2400"
          items={explorerGroups.map((id) => ({ id, name: groupNames[id] }))}
          value={look.groupBy}
          onChoose={(groupBy) => onLook({ groupBy })}
        />
        <span role="status" className={styles.shown}>
          {`(${countText(exploration.shown)}/${countText(contacts.count)} contacts shown)`}
        </span>
        <SaveFile
          label="Save CSV"
          save={(now, fileExport) => {
            const file = {
              name: fileName(`${system} ${name} contacts ${times.stamp(now)}.csv`),
              mimeType: 'text/csv;charset=utf-8',
              parts: exploredCsv(contacts, exploration, name, times),
            };
            fileExport.send({ type: 'file.save', file });
          }}
        />
      </div>
      {worn === null ? <p role="status">The names of animals could not be loaded</p> : null}
      <ExplorerChart
        key={`${place.rxId} ${place.from} ${place.to}`}
        place={place}
        contacts={contacts}
        exploration={exploration}
        labels={labels}
        wearers={wearers}
      />
      <div className="above-16">
        {(['ant', 'freq', 'code', 'type'] as const).map((kind) => (
          <FilterKind
            key={kind}
            kind={kind}
            values={heard[kind]}
            chosen={look.filters[kind]}
            receivers={looks}
            labelled={kind === 'code' ? codeLabel : undefined}
            onToggle={(_, value) => toggle(kind, value)}
          />
        ))}
      </div>
    </>
  );
}

function changed({ place, look }: Explored, part: Partial<ExplorerLook>): Explored {
  return { place, look: { ...look, ...part } };
}
