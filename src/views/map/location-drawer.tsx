import { ProgressCircle } from '@adobe/react-spectrum/ProgressCircle';
import { TextField } from '@adobe/react-spectrum/TextField';
import { useSelector } from '@xstate/react';
import { type FormEvent, memo, useEffect, useRef, useState } from 'react';
import type { LocationEditRef } from '../../machines/map/location-edit-machine.ts';
import { receiversBySite } from '../../model/journal/read-models/fleet-selectors.ts';
import { coordinateText } from '../../model/map/map-texts.ts';
import { placeReasons } from '../../model/receivers/place-reasons.ts';
import type { NamedReceiver } from '../../model/entities/receiver.ts';
import { Button } from '../controls/button.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { CloseIcon } from '../controls/icons.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import styles from './location.module.css';
import listStyles from './map-list.module.css';

type Props = { edit: LocationEditRef; hasMap: boolean };

/** MAP-8: lists every receiver with its location, and edits the location of the chosen one. */
export default function LocationDrawer({ edit, hasMap }: Props) {
  const drawer = useRef<HTMLElement>(null);
  const isDrawn = useSelector(edit, (snapshot) => snapshot.hasTag('drawn'));
  const isAsking = useSelector(edit, (snapshot) => snapshot.matches({ open: 'asking' }));
  const located = useSelector(edit, (snapshot) => snapshot.context.located);
  const isPicked = located !== null && isDrawn;
  const rxId = useSelector(edit, (snapshot) => snapshot.context.located?.rxId ?? null);
  const isEdited = rxId !== null;
  const lastId = useRef(rxId);
  useEffect(() => {
    if (rxId !== null) lastId.current = rxId;
  }, [rxId]);
  useEffect(() => {
    if (isAsking) focusOn(drawer.current, '[data-first]');
  }, [isAsking]);
  // Focus the edited row when the mark or form that had the focus is gone, so that keyboard users continue
  // there.
  useEffect(() => {
    if (isEdited) return;
    if (lastId.current === null) focusOn(drawer.current, '[data-close]');
    else if (hasLostFocus(drawer.current)) focusOn(drawer.current, `[data-move="${lastId.current}"]`);
  }, [isEdited]);
  const leave = (): void => edit.send(isPicked ? { type: 'location.cancel' } : { type: 'locations.close' });
  return (
    <section
      ref={drawer}
      className={styles.drawer}
      aria-label="Locations"
      onKeyDown={({ key }) => {
        if (key === 'Escape') leave();
      }}
      onKeyDownCapture={(event) => {
        // Ignore the repeats of a held Enter: the next question appears at the same place.
        if (event.key === 'Enter' && event.repeat) event.preventDefault();
      }}
    >
      <header className="row between">
        <h2 className="breaks large">{isPicked ? `Location of ${located.alias}` : 'Locations'}</h2>
        <Button rank="quiet" aria-label="Close locations" data-close="" onPress={() => edit.send({ type: 'locations.close' })}>
          <CloseIcon size={18} />
        </Button>
      </header>
      {isPicked ? (
        <Picked edit={edit} located={located} hasMap={hasMap} isAsking={isAsking} />
      ) : (
        <Receivers {...{ edit, hasMap }} />
      )}
    </section>
  );
}

/** Lists all receivers while none is chosen. */
function Receivers({ edit, hasMap }: Props) {
  const groups = useReadModel(({ fleet }) => receiversBySite(fleet));
  const busy = useSelector(edit, (snapshot) => snapshot.hasTag('busy'));
  return (
    <>
      <p className={`quiet ${styles.hint}`} role="status">
        {busy ? 'Waiting for the host' : hasMap ? "Drag a pin to the receiver's location, or choose a receiver here." : ''}
      </p>
      <div className={styles.list} role="region" aria-label="Locations of receivers" tabIndex={0}>
        {groups.map(({ site, rxIds }) =>
          rxIds.length === 0 ? null : (
            <section key={site?.id ?? 'none'} aria-label={site?.alias ?? 'Without a site'}>
              <h3 className={listStyles.site}>{site?.alias ?? 'Without a site'}</h3>
              <ul className={listStyles.rows}>
                {rxIds.map((rxId) => (
                  <Row key={rxId} edit={edit} rxId={rxId} busy={busy} />
                ))}
              </ul>
            </section>
          ),
        )}
      </div>
    </>
  );
}

const Row = memo(function Row({ edit, rxId, busy }: { edit: LocationEditRef; rxId: number; busy: boolean }) {
  const alias = useReadModel(({ fleet }) => fleet.receivers[rxId]?.alias);
  const siteId = useReadModel(({ fleet }) => fleet.receivers[rxId]?.SiteId ?? null);
  const place = usePlaceText(rxId);
  if (alias === undefined) return null;
  const receiver: NamedReceiver = { rxId, alias, siteId };
  return (
    <li className={styles.row}>
      <span className="ellipsis">{alias}</span>
      <span className={styles.quiet}>{place ?? 'No location'}</span>
      <span className={styles.acts}>
        <Button
          data-move={rxId}
          aria-label={`${place === null ? 'Place' : 'Move'} ${alias}`}
          isDisabled={busy}
          onPress={() => edit.send({ type: 'location.pick', receiver })}
        >
          {place === null ? 'Place' : 'Move'}
        </Button>
        <Button
          aria-label={`Edit location of ${alias}`}
          isDisabled={busy}
          onPress={() => edit.send({ type: 'location.edit', receiver })}
        >
          Edit
        </Button>
      </span>
    </li>
  );
});

type PickedProps = { edit: LocationEditRef; located: NamedReceiver; hasMap: boolean; isAsking: boolean };

/** Shows where the chosen receiver is and where it will be, and asks why. */
function Picked({ edit, located, hasMap, isAsking }: PickedProps) {
  const place = useSelector(edit, (snapshot) => snapshot.context.place);
  const accuracy = useSelector(edit, (snapshot) => snapshot.context.accuracy);
  /** The typed coordinates, kept while the device's position is requested. */
  const [text, setText] = useState('');
  const isPicking = useSelector(edit, (snapshot) => snapshot.matches({ open: 'picking' }));
  const isLocating = useSelector(edit, (snapshot) => snapshot.matches({ open: 'locating' }));
  const now = usePlaceText(located.rxId);
  return (
    <div className="stack align-start gap-12">
      <dl className={styles.facts}>
        <dt>Now</dt>
        <dd>{now ?? 'No location'}</dd>
        <dt>New</dt>
        <dd>
          <span role="status">
            {place === null ? '–' : coordinateText(place)}
            {accuracy === null ? '' : `, accurate to ${accuracy} m`}
          </span>
        </dd>
      </dl>
      {isAsking ? <Why edit={edit} alias={located.alias} /> : null}
      {isPicking ? <Ways {...{ edit, hasMap, text }} hasPlace={place !== null} onText={setText} /> : null}
      {isLocating ? (
        <p className="row" role="status">
          <ProgressCircle isIndeterminate size="S" aria-label="Finding this device's location" /> Finding this device&apos;s
          location
        </p>
      ) : null}
      <Button onPress={() => edit.send({ type: 'location.cancel' })}>Cancel</Button>
    </div>
  );
}

/** Asks whether the receiver moved or its location was wrong (RX-39, RX-40). */
function Why({ edit, alias }: { edit: LocationEditRef; alias: string }) {
  return (
    <fieldset className={`stack align-start ${styles.why}`}>
      <legend>{`${alias} was`}</legend>
      {(['moved', 'corrected'] as const).map((reason) => (
        <Button
          key={reason}
          data-first={reason === 'moved' ? '' : undefined}
          onPress={() => edit.send({ type: 'reason.chosen', reason })}
        >
          {`${reason}: ${placeReasons[reason]}`}
        </Button>
      ))}
    </fieldset>
  );
}

type WaysProps = Props & { hasPlace: boolean; text: string; onText: (text: string) => void };

/** MAP-9: offers the ways to choose a location. */
function Ways({ edit, hasMap, hasPlace, text, onText }: WaysProps) {
  const trouble = useSelector(edit, (snapshot) => snapshot.context.trouble);
  const give = (event?: FormEvent): void => {
    event?.preventDefault();
    edit.send({ type: 'coordinates.given', text });
  };
  return (
    <>
      {hasMap ? (
        <p className={`quiet ${styles.hint}`}>
          Click the map at its location, or drag its mark there. Arrow keys move the mark (hold Shift for small steps); Enter sets
          it.
        </p>
      ) : null}
      {hasMap || hasPlace ? (
        <Greyed why={hasPlace ? null : 'Choose a location first'}>
          <Button rank="primary" onPress={() => edit.send({ type: 'pin.set' })}>
            Set here
          </Button>
        </Greyed>
      ) : null}
      <form className="stack align-start" onSubmit={give}>
        <TextField
          label="Coordinates"
          description="45.1234, -113.9876 or 45°7′24″N 113°59′15″W"
          value={text}
          onChange={onText}
          autoFocus={!hasMap}
          width="100%"
        />
        {trouble === null ? null : (
          <p className="failure" role="alert">
            {trouble}
          </p>
        )}
        <Greyed why={text.trim() === '' ? 'Type coordinates first' : null}>
          <Button type="submit">Use these</Button>
        </Greyed>
      </form>
      <Button onPress={() => edit.send({ type: 'position.ask' })}>Use my location</Button>
    </>
  );
}

function focusOn(drawer: HTMLElement | null, selector: string): void {
  const element = drawer?.querySelector<HTMLElement>(selector);
  // Scroll only the list. The page and the map stay where they are.
  const list = element?.closest<HTMLElement>('[role=region]');
  if (element && list)
    list.scrollTop += element.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  element?.focus({ preventScroll: true });
}

/**
 * Returns true if no control has the focus. A control that is removed leaves the focus to the body or the
 * drawer (FORM-13).
 */
function hasLostFocus(drawer: HTMLElement | null): boolean {
  const { activeElement } = document;
  return (
    [null, document.body, drawer].includes(activeElement as HTMLElement | null) || activeElement?.matches('[data-mark]') === true
  );
}

/** Returns a receiver's location as text; null if it has none. */
function usePlaceText(rxId: number): string | null {
  return useReadModel(({ fleet }) => {
    const { latitude = null, longitude = null } = fleet.receivers[rxId] ?? {};
    return latitude === null || longitude === null ? null : coordinateText({ latitude, longitude });
  });
}
