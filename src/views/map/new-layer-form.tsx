import { TextField } from '@adobe/react-spectrum/TextField';
import { useSelector } from '@xstate/react';
import { type FormEvent, useState } from 'react';
import type { LayersRef } from '../../machines/layers/layers-machine.ts';
import { layerNameMaxLength } from '../../model/entities/map-layer.ts';
import { checkedFile, type ChosenFile, freeColour, nameOfFile } from '../../model/layers/layer-edits.ts';
import { invalid } from '../controls/invalid.ts';
import { Button } from '../controls/button.tsx';
import { useTyped } from '../controls/dialog-closing.ts';
import { FileField } from '../controls/file-field.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { Labelled } from '../controls/labelled.tsx';
import { ColourSelect } from './colour-select.tsx';
import styles from './layers-dialog.module.css';

/** Adds a layer from a file (LAY-9). Mistakes that the page can detect are shown before it is sent. */
export function NewLayerForm({ layers, beside }: { layers: LayersRef; beside: readonly { color: string }[] }) {
  const busy = useSelector(layers, (snapshot) => snapshot.hasTag('busy'));
  const isSending = useSelector(layers, (snapshot) => snapshot.hasTag('sending'));
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [chosenColour, setColour] = useState<string | null>(null);
  const color = chosenColour ?? freeColour(beside);
  const text = typed ?? (file === null ? '' : nameOfFile(file.name));
  const name = text.trim();
  useTyped(file !== null || (typed ?? '') !== '');
  const checked = file === null ? null : checkedFile(file);
  const problem = checked === null || checked.ok ? null : checked.reason;
  const isNamed = name.length > 0 && name.length <= layerNameMaxLength;
  const choose = (chosen: File): void => {
    layers.send({ type: 'file.chosen' });
    const { name: fileName, size } = chosen;
    setFile({ name: fileName, size, bytes: async () => new Uint8Array(await chosen.arrayBuffer()) });
    if (typed?.trim() === '') setTyped(null);
  };
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (file !== null && problem === null && isNamed && !busy) layers.send({ type: 'layer.add', layer: { name, color, file } });
  };
  return (
    <form className="stack align-start" aria-label="New layer" onSubmit={add}>
      <FileField
        label="File: GeoJSON, GPX or KML, up to 10 MB"
        endings={['.geojson', '.json', '.gpx', '.kml']}
        name={file?.name ?? null}
        problem={problem}
        isDisabled={isSending}
        onChoose={choose}
      />
      <TextField
        label="Name"
        value={text}
        onChange={setTyped}
        width="100%"
        isDisabled={isSending}
        {...invalid(text === '' || isNamed ? null : `A name of 1 to ${layerNameMaxLength} characters`)}
      />
      <Labelled label="Colour">
        <ColourSelect label="Colour of the new layer" color={color} isDisabled={isSending} onChange={setColour} />
      </Labelled>
      <span className={styles.actions}>
        <Greyed
          why={
            file === null ? 'Choose a file first' : problem !== null ? 'Choose a valid file' : isNamed ? null : 'A name is needed'
          }
          isBusy={busy}
        >
          <Button rank="primary" type="submit" isBusy={isSending}>
            Add layer
          </Button>
        </Greyed>
        {isSending ? <Button onPress={() => layers.send({ type: 'layer.cancel' })}>Cancel</Button> : null}
      </span>
      {isSending ? (
        <p className="quiet below-12" role="status">
          Uploading and reading the file. A large one takes a while.
        </p>
      ) : null}
    </form>
  );
}
