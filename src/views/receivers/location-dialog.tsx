import { Radio, RadioGroup } from '@adobe/react-spectrum/RadioGroup';
import { useState } from 'react';
import type { PlaceChange } from '../../machines/receivers/receivers-events.ts';
import { isNowhere } from '../../model/fields/value-fields.ts';
import { hasTyped } from '../../model/forms/typed.ts';
import { latitudeIn, longitudeIn } from '../../model/receivers/field-checks.ts';
import { placeReasons } from '../../model/receivers/place-reasons.ts';
import type { NamedReceiver } from '../../model/entities/receiver.ts';
import { Button } from '../controls/button.tsx';
import { FormDialog } from '../controls/form-dialog.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { DegreesField } from './receiver-fields.tsx';

type Props = { located: NamedReceiver | null; busy: boolean; onPlace: (change: PlaceChange) => void };

/**
 * Edits where a receiver stands (RX-6). Update and Unset are refused while the fields say 0, 0, and all
 * controls wait for the host.
 */
export function LocationDialog({ located, busy, onPlace }: Props) {
  const known = useReadModel(({ fleet }) => (located === null ? undefined : fleet.receivers[located.rxId]));
  const hasPlace = known?.latitude !== null && known?.latitude !== undefined;
  const [latitudeText, setLatitude] = useState(String(known?.latitude ?? ''));
  const [longitudeText, setLongitude] = useState(String(known?.longitude ?? ''));
  const [reason, setReason] = useState<'moved' | 'corrected'>('moved');
  const [began] = useState({ latitudeText, longitudeText, reason });
  const [latitude, longitude] = [latitudeIn(latitudeText), longitudeIn(longitudeText)];
  const isUnset = isNowhere(latitude, longitude);
  // Without a location the fields start empty, because 0, 0 would be a point in the sea.
  const isEmpty = latitudeText.trim() === '' && longitudeText.trim() === '';
  const isPlace = latitude !== null && longitude !== null;
  const whyNowhere = isUnset ? '0, 0 is a point in the sea' : null;
  const whyNotUnset = whyNowhere ?? (isEmpty && !hasPlace ? 'It has no location' : null);
  const whyNot = whyNowhere ?? (isPlace ? null : isEmpty ? 'Type a latitude and a longitude first' : 'Enter a valid location');
  return (
    <FormDialog
      title={`Edit location of ${located?.alias ?? ''}`}
      send="Update"
      why={whyNot}
      isBusy={busy}
      extra={
        <Greyed why={whyNotUnset} isBusy={busy}>
          <Button onPress={() => onPlace({ place: null, reason })}>Unset</Button>
        </Greyed>
      }
      isTyped={hasTyped(began, { latitudeText, longitudeText, reason })}
      onSend={() => {
        // A receiver's first location also applies to all its earlier data (RX-39).
        if (isPlace) onPlace({ place: { latitude, longitude }, reason: hasPlace ? reason : 'corrected' });
      }}
    >
      <DegreesField
        autoFocus
        label="Latitude"
        most={90}
        text={latitudeText}
        isValid={latitudeText.trim() === '' || latitude !== null}
        isDisabled={busy}
        onChange={setLatitude}
      />
      <DegreesField
        label="Longitude"
        most={180}
        text={longitudeText}
        isValid={longitudeText.trim() === '' || longitude !== null}
        isDisabled={busy}
        onChange={setLongitude}
      />
      {hasPlace ? (
        <RadioGroup
          label="The receiver was"
          value={reason}
          onChange={(chosen) => setReason(chosen === 'corrected' ? 'corrected' : 'moved')}
          isDisabled={busy}
        >
          <Radio value="moved">{`moved: ${placeReasons.moved}`}</Radio>
          <Radio value="corrected">{`corrected: ${placeReasons.corrected}`}</Radio>
        </RadioGroup>
      ) : null}
    </FormDialog>
  );
}
