import { Item, Picker } from '@adobe/react-spectrum/Picker';
import { Switch } from '@adobe/react-spectrum/Switch';
import { TextField } from '@adobe/react-spectrum/TextField';
import { type Basics, basicLabels } from '../../model/receiver-editor/draft.ts';
import { aliasMaxLength, modelName, receiverModels } from '../../model/entities/receiver.ts';
import { unknownModelText } from '../../model/receivers/columns.ts';
import { ipCharacters } from '../../model/receivers/field-checks.ts';
import { ColourField } from '../controls/colour-field.tsx';
import { NumberInput } from '../controls/number-input.tsx';
import { type Editing, saidOf } from './editing.ts';
import styles from './receiver-editor.module.css';

const models = [receiverModels.orion, receiverModels.ares].map((model) => ({ id: String(model), name: modelName(model) }));

/** Name, model, address, whether it is enabled, and its colour. */
export function BasicTab(props: { editing: Editing; basic: Basics; mayChooseModel: boolean }) {
  const { editing, basic, mayChooseModel } = props;
  const { alias, model, ipAddress, portNumber, enabled, color } = basic;
  const wrong = (name: string) => {
    const { problem } = saidOf(editing, `basic.${name}`);
    return problem === undefined ? {} : ({ validationState: 'invalid', errorMessage: problem } as const);
  };
  return (
    <div className={styles.fields}>
      <div className={styles.counted}>
        <TextField
          autoFocus
          label={basicLabels.alias}
          width="100%"
          value={alias}
          onChange={(next) => editing.onChange('basic.alias', next)}
          {...wrong('alias')}
        />
        <span className={styles.counter} aria-live="polite">{`${alias.trim().length}/${aliasMaxLength}`}</span>
      </div>
      {mayChooseModel ? (
        <Picker
          label={basicLabels.model}
          width="100%"
          items={models}
          selectedKey={String(model)}
          description={unknownModelText}
          onSelectionChange={(key) => editing.onChange('basic.model', Number(key))}
        >
          {(item) => <Item>{item.name}</Item>}
        </Picker>
      ) : (
        <TextField label={basicLabels.model} width="100%" value={modelName(model)} isReadOnly />
      )}
      <TextField
        label={basicLabels.ipAddress}
        width="100%"
        inputMode="decimal"
        value={ipAddress}
        onChange={(next) => editing.onChange('basic.ipAddress', ipCharacters(next))}
        {...wrong('ipAddress')}
      />
      <NumberInput
        label={basicLabels.portNumber}
        step={1}
        value={portNumber}
        problem={saidOf(editing, 'basic.portNumber').problem}
        onChange={(next) => editing.onChange('basic.portNumber', next)}
      />
      <div className={styles.flag}>
        <Switch isSelected={enabled} onChange={(isOn) => editing.onChange('basic.enabled', isOn)}>
          {basicLabels.enabled}
        </Switch>
      </div>
      <ColourField
        label={basicLabels.color}
        name={alias}
        color={color}
        onChange={(next) => editing.onChange('basic.color', next)}
      />
    </div>
  );
}
