import { outsideText } from '../../model/config/bin-words.ts';
import { binOf, binsFor, snapped } from '../../model/config/bins.ts';
import { binsText } from '../../model/config/config-words.ts';
import { problemsIn } from '../../model/receiver-editor/draft.ts';
import { type Band, bandCount, binCount, orionFields } from '../../model/config/orion.ts';
import { Button } from '../controls/button.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { TabLine } from '../controls/tab-line.tsx';
import { AppliedField } from './applied-field.tsx';
import { BinStrip } from './bin-strip.tsx';
import { useRefusedTab } from './error-place.ts';
import { FieldInput } from './field-input.tsx';
import { NumberInput } from '../controls/number-input.tsx';
import { type Editing, isMixed, mixedText, saidOf } from './editing.ts';
import { TabLabel } from './tab-label.tsx';
import { TypedBins } from './typed-bins.tsx';
import styles from './receiver-editor.module.css';

/** The five bands of an Orion, one at a time (CFG-5). */
export function BandFields({ editing, path }: { editing: Editing; path: string }) {
  const bandOf = (at: string): string | null => (at.startsWith(`${path}.`) ? (at.slice(path.length + 1)[0] ?? null) : null);
  const [chosen, setChosen] = useRefusedTab(editing.refusal, bandOf, '0');
  const bands = editing.valueOf(path) as readonly Band[];
  const tabs = Array.from({ length: bandCount }, (_, at) => ({
    key: String(at),
    label: (
      <TabLabel
        label={`Band ${at + 1}${bands[at]?.enabled === 1 ? '' : ' (off)'}`}
        count={problemsIn(editing.problems, `${path}.${at}`).length}
      />
    ),
  }));
  const at = `${path}.${chosen}`;
  return (
    <TabLine label="Bands" tabs={tabs} selected={chosen} onSelect={setChosen}>
      <BandForm key={chosen} editing={editing} path={at} number={Number(chosen) + 1} band={bands[Number(chosen)] as Band} />
    </TabLine>
  );
}

function BandForm(props: { editing: Editing; path: string; number: number; band: Band }) {
  const { editing, path, number, band } = props;
  const { baseFrequency: field } = orionFields.channels.bands[0];
  const binsPath = `${path}.frequencyBins`;
  const isPlaced =
    typeof band.baseFrequency === 'number' &&
    !isMixed(editing, `${path}.baseFrequency`) &&
    saidOf(editing, `${path}.baseFrequency`).problem === undefined;
  const tags = isPlaced ? editing.tags.tags.filter(({ frequency }) => binOf(band, frequency) !== null) : [];
  const outside = isPlaced ? outsideText(band, editing.tags.tags) : null;
  const setBins = (bins: string): void => editing.onChange(binsPath, bins);
  const { note } = saidOf(editing, binsPath);
  return (
    <>
      <div className={styles.fields}>
        <AppliedField editing={editing} path={`${path}.enabled`} label={`band ${number} enabled`}>
          <FieldInput editing={editing} field={orionFields.channels.bands[0].enabled} path={`${path}.enabled`} />
        </AppliedField>
        <AppliedField editing={editing} path={`${path}.baseFrequency`} label={`band ${number} base frequency`}>
          <NumberInput
            label={field.label}
            unit={field.unit}
            step={field.step}
            decimals={3}
            {...(isMixed(editing, `${path}.baseFrequency`)
              ? { value: null, placeholder: mixedText }
              : { value: band.baseFrequency })}
            {...saidOf(editing, `${path}.baseFrequency`)}
            snap={(frequency) => snapped(frequency, field)}
            onChange={(next) => editing.onChange(`${path}.baseFrequency`, next)}
          />
        </AppliedField>
      </div>
      <AppliedField editing={editing} path={binsPath} label={`band ${number} frequency bins`}>
        <p className={styles.heard}>
          {binsText(band.frequencyBins, isPlaced ? band.baseFrequency : undefined)}
          {note === undefined ? null : <span className={styles.note}>{` ${note}`}</span>}
        </p>
        {isPlaced ? (
          <>
            <BinStrip
              label={`Bins of band ${number}`}
              bins={band.frequencyBins}
              baseFrequency={band.baseFrequency}
              tags={tags}
              isDisabled={editing.isDisabled}
              onChange={setBins}
            />
            <div className={styles.adding}>
              <TypedBins band={band} onChange={setBins} />
              <Greyed why={tags.length > 0 ? null : 'None of your tags is in this band'}>
                <Button
                  onPress={() =>
                    setBins(
                      binsFor(
                        band,
                        tags.map(({ frequency }) => frequency),
                      ),
                    )
                  }
                >
                  Bins of all my tags
                </Button>
              </Greyed>
              <Button onPress={() => setBins('1'.repeat(binCount))}>All bins</Button>
              <Button onPress={() => setBins('0'.repeat(binCount))}>No bins</Button>
            </div>
            {outside === null ? null : <p className={styles.note}>{outside}</p>}
          </>
        ) : null}
      </AppliedField>
    </>
  );
}
