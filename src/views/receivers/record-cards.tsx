import { TextArea } from '@adobe/react-spectrum/TextArea';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { RecordsRef } from '../../machines/receivers/records-machine.ts';
import { authorText, actionText } from '../../model/activity/change-words.ts';
import { activityAddress, noActivityFilters } from '../../model/activity/activity-filters.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { type Records, noteProblem } from '../../model/receivers/records.ts';
import { TimeField } from '../activity/time-field.tsx';
import { invalid } from '../controls/invalid.ts';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { useNow, useReceiversScreen } from './receivers-screen.tsx';
import styles from './records.module.css';
import { StatusStrip } from './status-strip.tsx';

type Shown = Extract<Records, { kind: 'receiver' }>;

/** The states, locations, visit notes and changes of one receiver. */
export function RecordCards({ records, shown }: { records: RecordsRef; shown: Shown }) {
  const of = useSelector(records, (snapshot) => snapshot.context.of);
  const mitasId = useSelector(useSession().session, (snapshot) => snapshot.context.mitasId);
  const { times } = useReceiversScreen();
  const sites = useReadModel((models) => models.fleet.sites);
  const rxId = of.kind === 'receiver' ? of.rxId : 0;
  const stamp = (ts: number): string => `${times.stamp(ts)} ${times.zone(ts)}`;
  const activity = `${screenUrl(mitasId, 'advanced/activity')}${activityAddress.write({ ...noActivityFilters, entity: 'receiver', id: rxId })}`;
  return (
    <>
      <StatusCard rxId={rxId} />
      <Card title="Places">
        {shown.locations.length === 0 ? <p className={styles.none}>Its location was never set.</p> : null}
        <ol className={styles.list}>
          {shown.locations.map(({ from, to, latitude, longitude, siteName }) => (
            <li key={`${from} ${to}`}>
              <span>
                {latitude === null || longitude === null ? 'No coordinates' : `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`}
                {siteName === null ? '' : ` at ${siteName}`}
              </span>
              <span className={styles.when}>
                {`${from === null ? 'from the beginning' : stamp(from)} to ${to === null ? 'now' : stamp(to)}`}
              </span>
            </li>
          ))}
        </ol>
      </Card>
      <Notes records={records} shown={shown} stamp={stamp} />
      <Card
        title="Activity"
        aside={
          <Link className={styles.back} href={activity}>
            All of it
          </Link>
        }
      >
        {shown.changes.length === 0 ? <p className={styles.none}>No changes yet.</p> : null}
        <ol className={styles.list}>
          {shown.changes.map((change) => (
            <li key={change.revision}>
              <span>
                <b>{authorText(change)}</b> {actionText(change, (id) => sites[id]?.alias)}
              </span>
              <time className={styles.when} dateTime={new Date(change.at).toISOString()}>
                {stamp(change.at)}
              </time>
            </li>
          ))}
        </ol>
      </Card>
    </>
  );
}

/** The strip of the past 7 days, which can be enlarged (FLEET-10). */
function StatusCard({ rxId }: { rxId: number }) {
  const [large, setLarge] = useState(false);
  return (
    <Card
      title="Status for past 7 days"
      aside={
        <Button onPress={() => setLarge((before) => !before)} aria-expanded={large}>
          {large ? 'Show small' : 'Show large'}
        </Button>
      }
    >
      <StatusStrip rxId={rxId} large={large} />
    </Card>
  );
}

function Notes(props: { records: RecordsRef; shown: Shown; stamp: (ts: number) => string }) {
  const { records, shown, stamp } = props;
  const { editable, times } = useReceiversScreen();
  const { text, time } = useSelector(records, (snapshot) => snapshot.context.draft);
  const busy = useSelector(records, (snapshot) => snapshot.hasTag('busy'));
  const now = useNow();
  const problem = text === '' ? null : noteProblem(text);
  const write = (): void => {
    records.send({ type: 'note.write', change: { time: time ?? now, text: text.trim() } });
  };
  return (
    <Card title="Field visits">
      {editable ? (
        <div className={styles.write}>
          <TextArea
            label="What you saw and did"
            value={text}
            onChange={(typed) => records.send({ type: 'draft.changed', draft: { text: typed } })}
            width="100%"
            isReadOnly={busy}
            {...invalid(problem)}
          />
          <TimeField
            key={times.timezone}
            label="Time (empty: now)"
            ts={time}
            times={times}
            onChoose={(chosen) => records.send({ type: 'draft.changed', draft: { time: chosen } })}
          />
          <Greyed
            why={text.trim() === '' ? 'Write a note first' : problem === null ? null : 'Enter a valid note'}
            isBusy={busy || now === 0}
          >
            <Button onPress={write}>Add note</Button>
          </Greyed>
        </div>
      ) : null}
      {shown.notes.length === 0 ? <p className={styles.none}>No field notes yet.</p> : null}
      <ol className={styles.list}>
        {shown.notes.map((note) => (
          <li key={note.id}>
            <span className={styles.noteText}>{note.text}</span>
            <span className={styles.when}>{`${note.by?.name ?? 'The host'}, ${stamp(note.time)}`}</span>
            {editable ? (
              <Greyed isBusy={busy}>
                <Button
                  rank="destructive"
                  aria-label={`Delete the note of ${stamp(note.time)}`}
                  onPress={() => records.send({ type: 'note.write', change: { id: note.id } })}
                >
                  Delete
                </Button>
              </Greyed>
            ) : null}
          </li>
        ))}
      </ol>
    </Card>
  );
}
