import { TextField } from '@adobe/react-spectrum/TextField';
import { type FormEvent, useState } from 'react';
import { invalid } from './invalid.ts';
import { Button } from './button.tsx';
import { Greyed } from './greyed.tsx';
import styles from './palette.module.css';

/**
 * Colours that stand out from the plot in both schemes, sorted by hue, each light one beside its strong one.
 */
const colours: readonly (readonly [name: string, color: string])[] = [
  ['Red', '#d1495b'],
  ['Orange', '#d97a2b'],
  ['Gold', '#b8860b'],
  ['Green', '#2f8f4e'],
  ['Teal', '#0b7a75'],
  ['Blue', '#2f7fd1'],
  ['Light red', '#f0909c'],
  ['Light orange', '#f2b880'],
  ['Light gold', '#e3c766'],
  ['Light green', '#8fd3a3'],
  ['Light teal', '#7fcdc8'],
  ['Light blue', '#93c1f2'],
  ['Violet', '#7a4bd0'],
  ['Purple', '#b5539c'],
  ['Brown', '#8b5e3c'],
  ['Light violet', '#bfa3f0'],
  ['Light purple', '#e0a3d0'],
  ['Grey', '#777777'],
];

const pattern = /^#[0-9a-f]{6}$/i;

/** Offers a few colours, or any by its six hex digits. */
export function Palette(props: { name: string; color: string; onChoose: (color: string) => void }) {
  const [text, setText] = useState(props.color);
  const valid = pattern.test(text.trim());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (valid) props.onChoose(text.trim().toLowerCase());
  };
  return (
    <form className={styles.form} aria-label={`Colour of ${props.name}`} onSubmit={submit}>
      <div className={styles.colours}>
        {colours.map(([name, color]) => (
          <button
            key={color}
            type="button"
            className={styles.colour}
            style={{ background: color }}
            aria-label={name}
            aria-pressed={color === props.color}
            title={name}
            onClick={() => props.onChoose(color)}
          />
        ))}
      </div>
      <TextField
        label="Colour code"
        value={text}
        onChange={setText}
        width="100%"
        {...invalid(valid ? null : '# and six digits 0 to 9, a to f')}
      />
      <div className={styles.buttons}>
        <Greyed why={valid ? null : 'Enter a valid colour code'}>
          <Button rank="primary" type="submit">
            Save
          </Button>
        </Greyed>
      </div>
    </form>
  );
}
