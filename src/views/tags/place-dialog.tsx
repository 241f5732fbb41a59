import { createContext, useContext, useEffect, useEffectEvent, useState } from 'react';
import type { QuestionRef } from '../../machines/question/question-machine.ts';
import { failureText } from '../../model/contract/failure.ts';
import { hasTyped } from '../../model/forms/typed.ts';
import { isNowhere } from '../../model/fields/value-fields.ts';
import type { BaseMap } from '../../model/geo/base-map.ts';
import { roundedPlace } from '../../model/map/coordinates-in.ts';
import type { GeoPoint } from '../../model/geo/mercator.ts';
import { latitudeIn, longitudeIn } from '../../model/receivers/field-checks.ts';
import { Button } from '../controls/button.tsx';
import { FormDialog } from '../controls/form-dialog.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { DegreesField } from '../receivers/receiver-fields.tsx';
import { useAnswer } from '../session/use-answer.ts';
import { PlaceMap } from './place-map.tsx';

type Services = { land: QuestionRef<BaseMap> | undefined; position: QuestionRef<GeoPoint> | undefined };

/** What the dialog needs for choosing a place: the map's land, and the device's position. */
export const PlaceServices = createContext<Services>({ land: undefined, position: undefined });

type Props = { place: GeoPoint | null; onPlace: (place: GeoPoint | null) => void };

/** Chooses a place by degrees, by a press on the map, or by the device's position. */
export function PlaceDialog({ place, onPlace }: Props) {
  const { land, position } = useContext(PlaceServices);
  const [latitudeText, setLatitude] = useState(String(place?.latitude ?? ''));
  const [longitudeText, setLongitude] = useState(String(place?.longitude ?? ''));
  const [began] = useState({ latitudeText, longitudeText });
  const { answer: found, isBusy, failure } = useAnswer(position);
  const [before, setBefore] = useState(found);
  const [isAsked, setAsked] = useState(false);
  const { answer: base } = useAnswer(land);
  const set = (point: GeoPoint): void => {
    const { latitude, longitude } = roundedPlace(point);
    setLatitude(latitude.toFixed(4));
    setLongitude(longitude.toFixed(4));
  };
  const askLand = useEffectEvent(() => {
    if (base === null) land?.send({ type: 'question.asked', request: {} });
  });
  useEffect(() => askLand(), []);
  // Copy the device's position into the fields once, when it is found (null during a request).
  if (found !== before) {
    setBefore(found);
    if (found !== null && isAsked) set(found);
  }
  const [latitude, longitude] = [latitudeIn(latitudeText), longitudeIn(longitudeText)];
  const isPlace = latitude !== null && longitude !== null && latitude !== 0 && longitude !== 0;
  const typed = latitude === null || longitude === null ? null : { latitude, longitude };
  const whyNotUnset = place === null || isNowhere(place.latitude, place.longitude) ? 'It has no location' : null;
  return (
    <FormDialog
      title="Choose location"
      send="Submit"
      why={isPlace ? null : 'Enter a latitude and longitude other than 0, or click the map'}
      failure={failure === null || !isAsked ? null : failureText(failure)}
      extra={
        <Greyed why={whyNotUnset}>
          <Button onPress={() => onPlace(null)}>Unset</Button>
        </Greyed>
      }
      isTyped={hasTyped(began, { latitudeText, longitudeText })}
      onSend={() => onPlace(typed)}
    >
      <DegreesField
        autoFocus
        label="Latitude"
        most={90}
        text={latitudeText}
        isValid={latitudeText.trim() === '' || latitude !== null}
        isDisabled={false}
        onChange={setLatitude}
      />
      <DegreesField
        label="Longitude"
        most={180}
        text={longitudeText}
        isValid={longitudeText.trim() === '' || longitude !== null}
        isDisabled={false}
        onChange={setLongitude}
      />
      <Button
        isBusy={isBusy}
        onPress={() => {
          setAsked(true);
          position?.send({ type: 'question.asked', request: {} });
        }}
      >
        Use my location
      </Button>
      <PlaceMap place={typed} base={base} onChoose={set} />
    </FormDialog>
  );
}
