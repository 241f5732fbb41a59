import { Switch } from '@adobe/react-spectrum/Switch';
import { TextField } from '@adobe/react-spectrum/TextField';
import { type Basics, basicLabels } from '../../model/receiver-editor/draft.ts';
import { aliasMaxLength, modelName, receiverModels } from '../../model/entities/receiver.ts';
import { unknownModelText } from '../../model/receivers/columns.ts';
import { ipCharacters } from '../../model/receivers/field-checks.ts';
import { invalid } from '../controls/invalid.ts';
import { ChoicePicker } from '../controls/choice-picker.tsx';
import { ColourField } from '../controls/colour-field.tsx';
import { NumberInput } from '../controls/number-input.tsx';
import { type Editing, saidOf } from './editing.ts';
import styles from './receiver-editor.module.css';

const models = [receiverModels.orion, receiverModels.ares].map((model) => ({ id: String(model), name: modelName(model) }));

/** Edits name, model, address, colour, and whether the receiver is enabled. */
export function BasicTab(props: { editing: Editing; basic: Basics; mayChooseModel: boolean }) {
  const { editing, basic, mayChooseModel } = props;
  const { alias, model, ipAddress, portNumber, enabled, color } = basic;
  const problemOf = (name: string) => saidOf(editing, `basic.${name}`).problem;
  return (
    <div className={styles.fields}>
      <div className={styles.counted}>
        <TextField
          autoFocus
          label={basicLabels.alias}
          width="100%"
          value={alias}
          onChange={(next) => editing.onChange('basic.alias', next)}
          {...invalid(problemOf('alias'))}
        />
        <span className={styles.counter} aria-live="polite">{`${alias.trim().length}/${aliasMaxLength}`}</span>
      </div>
      {mayChooseModel ? (
        <ChoicePicker
          label={basicLabels.model}
          width="100%"
          items={models}
          value={String(model)}
          description={unknownModelText}
          onChoose={(key) => editing.onChange('basic.model', Number(key))}
        />
      ) : (
        <TextField label={basicLabels.model} width="100%" value={modelName(model)} isReadOnly />
      )}
      <TextField
        label={basicLabels.ipAddress}
        width="100%"
        inputMode="decimal"
        value={ipAddress}
        onChange={(next) => editing.onChange('basic.ipAddress', ipCharacters(next))}
        {...invalid(problemOf('ipAddress'))}
      />
      <NumberInput
        label={basicLabels.portNumber}
        step={1}
        value={portNumber}
        problem={problemOf('portNumber')}
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
