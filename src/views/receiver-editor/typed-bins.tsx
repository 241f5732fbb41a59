import { TextField } from '@adobe/react-spectrum/TextField';
import { useState } from 'react';
import { frequencyOf, marked } from '../../model/config/bins.ts';
import type { Band } from '../../model/config/orion.ts';
import { typedBins } from '../../model/config/typed-values.ts';
import { invalid } from '../controls/invalid.ts';
import { Button } from '../controls/button.tsx';
import { useSeenText } from '../controls/seen-text.ts';
import styles from './receiver-editor.module.css';

/** Turns bins on or off by typed frequencies, which snap to the nearest step (CFG-6). */
export function TypedBins({ band, onChange }: { band: Band; onChange: (bins: string) => void }) {
  const [text, setText] = useState('');
  const [said, setSaid] = useState<{ isWrong: boolean; text: string } | null>(null);
  const field = useSeenText(said);
  const put = (mark: '0' | '1'): void => {
    const typed = typedBins(band, text);
    if (!typed.ok) return setSaid({ isWrong: true, text: typed.reason });
    const { first, last } = typed.value;
    onChange(marked(band.frequencyBins, first, last, mark));
    const [low, high] = [first, last].map((bin) => frequencyOf(band, bin).toFixed(3));
    setSaid({ isWrong: false, text: `${first === last ? low : `${low} to ${high}`} MHz is ${mark === '1' ? 'on' : 'off'}` });
    setText('');
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        put('1');
      }}
    >
      <TextField
        ref={field}
        UNSAFE_className={styles.typed ?? ''}
        label="Frequency or range (MHz)"
        value={text}
        onChange={setText}
        description={said !== null && !said.isWrong ? said.text : 'Such as 150.120 or 150.100-150.200'}
        {...invalid(said?.isWrong === true ? said.text : null)}
      />
      <Button type="submit">Turn on</Button>
      <Button onPress={() => put('0')}>Turn off</Button>
    </form>
  );
}
