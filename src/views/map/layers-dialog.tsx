import { Checkbox } from '@adobe/react-spectrum/Checkbox';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { LayersRef } from '../../machines/layers/layers-machine.ts';
import { layerNameMaxLength, type LayerRow, maxLayers } from '../../model/entities/map-layer.ts';
import { areSameRows } from '../../model/journal/rows-model.ts';
import { layersModel, layersOf } from '../../model/journal/screen-models/layers.ts';
import { type LayerEdit, orderedWith } from '../../model/layers/layer-edits.ts';
import { Button } from '../controls/button.tsx';
import { useDialogClose } from '../controls/dialog-closing.ts';
import { DialogFrame } from '../controls/dialog-frame.tsx';
import { DialogHolder } from '../controls/dialog-holder.tsx';
import { Greyed } from '../controls/greyed.tsx';
import RenameField from '../controls/rename-field.tsx';
import { icon } from '../controls/draw-icon.tsx';
import { PencilIcon } from '../controls/tool-icons.tsx';
import { useScreenModel } from '../session/session-actors.tsx';
import { ColourSelect } from './colour-select.tsx';
import { NewLayerForm } from './new-layer-form.tsx';
import styles from './layers-dialog.module.css';

const UpIcon = icon(<path d="M10 16V4m-5 5 5-5 5 5" />);
const DownIcon = icon(<path d="M10 4v12m-5-5 5 5 5-5" />);

/** The dialog in which an Administrator adds, names, colours, orders, hides and deletes layers (LAY-9). */
export default function LayersDialog({ layers }: { layers: LayersRef }) {
  const rows = useScreenModel(layersModel, layersOf, areSameRows);
  const failure = useSelector(layers, (snapshot) => snapshot.context.failure);
  const added = useSelector(layers, (snapshot) => snapshot.context.added);
  const isSending = useSelector(layers, (snapshot) => snapshot.hasTag('sending'));
  const close = (): void => layers.send({ type: 'dialog.close' });
  return (
    <DialogHolder isHeld={isSending} onDismiss={close}>
      <DialogFrame
        size="L"
        title="Layers"
        buttons={
          <Greyed isBusy={isSending}>
            <Close />
          </Greyed>
        }
      >
        {rows.length === 0 ? (
          <p className="quiet below-12">No layers yet. Add rivers, roads or the study area from a file.</p>
        ) : (
          <ol className="stack below-16" aria-label="Layers, top first">
            {rows.toReversed().map((row) => (
              <Row key={row.id} row={row} ids={rows.map(({ id }) => id)} layers={layers} />
            ))}
          </ol>
        )}
        {failure === null ? null : (
          <p className="failure below-12" role="alert">
            {failure}
          </p>
        )}
        {rows.length < maxLayers ? (
          <NewLayerForm key={added} layers={layers} beside={rows} />
        ) : (
          <p className="quiet below-12">{`A system can have at most ${maxLayers} layers. Delete one to add another.`}</p>
        )}
      </DialogFrame>
    </DialogHolder>
  );
}

function Close() {
  return <Button onPress={useDialogClose()}>Close</Button>;
}

function Row({ row, ids, layers }: { row: LayerRow; ids: readonly number[]; layers: LayersRef }) {
  const { id, name, color, shown } = row;
  const busy = useSelector(layers, (snapshot) => snapshot.hasTag('busy'));
  const [isRenaming, setRenaming] = useState(false);
  const layer = { id, name };
  const edit = (asked: LayerEdit): void => layers.send({ type: 'layer.edit', edit: asked });
  const move = (by: 1 | -1): void => {
    const ordered = orderedWith(ids, id, by);
    if (ordered !== undefined) edit({ layer, action: 'order', ids: ordered });
  };
  return (
    <li className={styles.row}>
      {isRenaming ? (
        <RenameField
          name={name}
          maxLength={layerNameMaxLength}
          onRename={(wanted) => edit({ layer, action: 'rename', name: wanted })}
          onClose={() => setRenaming(false)}
        />
      ) : (
        <span className={styles.name}>{name}</span>
      )}
      <span className={styles.actions}>
        <Checkbox
          aria-label={`Show ${name}`}
          isSelected={shown}
          onChange={(isShown) => edit({ layer, action: 'show', shown: isShown })}
        >
          Shown
        </Checkbox>
        <ColourSelect
          label={`Colour of ${name}`}
          color={color}
          onChange={(wanted) => edit({ layer, action: 'recolour', color: wanted })}
        />
        <Button rank="quiet" aria-label={`Move ${name} up`} isBusy={busy} onPress={() => move(1)}>
          <UpIcon size={16} />
        </Button>
        <Button rank="quiet" aria-label={`Move ${name} down`} isBusy={busy} onPress={() => move(-1)}>
          <DownIcon size={16} />
        </Button>
        <Button rank="quiet" aria-label={`Rename ${name}`} isBusy={busy} onPress={() => setRenaming(true)}>
          <PencilIcon size={16} />
        </Button>
        <Button rank="destructive" aria-label={`Delete ${name}`} isBusy={busy} onPress={() => edit({ layer, action: 'delete' })}>
          Delete
        </Button>
      </span>
    </li>
  );
}
