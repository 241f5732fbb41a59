import { type KeyboardEvent, memo, type PointerEvent, useId, useRef, useState } from 'react';
import { afterKey } from '../../model/config/bin-keys.ts';
import { binText, tagNamesByBin } from '../../model/config/bin-words.ts';
import { frequencyOf, marked } from '../../model/config/bins.ts';
import type { KnownTag } from '../../model/config/known-tags.ts';
import styles from './bin-strip.module.css';

type Props = {
  label: string;
  bins: string;
  /** The base frequency of the band, in MHz. */
  baseFrequency: number;
  /** The transmitters within the band. */
  tags: readonly KnownTag[];
  /** True if bins cannot be changed. Arrow keys still move between bins, to read them. */
  isDisabled: boolean;
  onChange: (bins: string) => void;
};

/** A stroke of the pointer: the bins before the stroke, the bin where it began, and the mark it writes. */
type Stroke = { bins: string; from: number; mark: '0' | '1' };

/** The number of bins from one frequency label under the strip to the next: 0.1 MHz. */
const labelledEvery = 20;

/**
 * The bins of a band as one list for the keyboard (CFG-6). A wide page shows a strip to draw on with the
 * pointer, a phone a grid of cells to press. A tick marks each transmitter.
 */
export function BinStrip(props: Props) {
  const { label, bins, baseFrequency, tags, isDisabled } = props;
  const id = useId();
  const [active, setActive] = useState(0);
  const stroke = useRef<Stroke | null>(null);
  const names = tagNamesByBin({ baseFrequency }, tags);
  const drawTo = (bin: number): void => {
    if (stroke.current === null) return;
    setActive(bin);
    const { bins: before, from, mark } = stroke.current;
    props.onChange(marked(before, from, bin, mark));
  };
  const begin = (event: PointerEvent<HTMLElement>): void => {
    const bin = binUnder(event);
    if (bin === null || event.button !== 0 || isDisabled) return;
    stroke.current = { bins, from: bin, mark: bins[bin] === '1' ? '0' : '1' };
    // A touch may be the start of a scroll. It toggles a bin only when the finger lifts, and not after
    // pointercancel.
    if (event.pointerType === 'touch') return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drawTo(bin);
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    const bin = binUnder(event);
    if (bin !== null && event.pointerType !== 'touch') drawTo(bin);
  };
  const end = (event: PointerEvent<HTMLElement>): void => {
    if (event.pointerType === 'touch' && stroke.current !== null) drawTo(stroke.current.from);
    stroke.current = null;
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = afterKey({ bins, active }, event.key, event.shiftKey && !isDisabled);
    if (next === null || (isDisabled && next.bins !== bins)) return;
    event.preventDefault();
    setActive(next.active);
    if (next.bins !== bins) props.onChange(next.bins);
  };
  return (
    <div className={styles.place}>
      <div
        role="listbox"
        aria-label={label}
        aria-multiselectable="true"
        aria-disabled={isDisabled}
        aria-activedescendant={`${id}-${active}`}
        aria-describedby={`${id}-keys`}
        tabIndex={0}
        className={styles.strip}
        onKeyDown={onKey}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={() => {
          stroke.current = null;
        }}
      >
        {Array.from(bins, (mark, bin) => (
          <Bin
            key={bin}
            id={`${id}-${bin}`}
            bin={bin}
            frequency={frequencyOf({ baseFrequency }, bin)}
            isOn={mark === '1'}
            isActive={bin === active}
            tags={(names.get(bin) ?? []).join(', ')}
          />
        ))}
      </div>
      <div className={styles.scale} aria-hidden="true">
        {Array.from({ length: bins.length / labelledEvery }, (_, at) => (
          <span key={at}>{frequencyOf({ baseFrequency }, at * labelledEvery).toFixed(3)}</span>
        ))}
      </div>
      <p className={styles.keys} id={`${id}-keys`}>
        <output>{binText({ baseFrequency, frequencyBins: bins }, active, names.get(active) ?? [])}</output>
        {isDisabled ? ' Arrow keys move.' : ' Arrow keys move, Space turns on or off, Shift with arrows draws.'}
      </p>
    </div>
  );
}

type BinProps = { id: string; bin: number; frequency: number; isOn: boolean; isActive: boolean; tags: string };

/** Memoized, because a moving pointer changes one of 200 bins at a time. */
const Bin = memo(function Bin({ id, bin, frequency, isOn, isActive, tags }: BinProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isOn}
      aria-label={`${frequency.toFixed(3)} MHz${tags === '' ? '' : `, ${tags}`}`}
      title={tags === '' ? undefined : tags}
      className={styles.bin}
      data-bin={bin}
      data-active={isActive}
      data-tag={tags !== ''}
    >
      <span className={styles.cell}>{frequency.toFixed(3)}</span>
    </div>
  );
});

function binUnder({ clientX, clientY }: { clientX: number; clientY: number }): number | null {
  const cell = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-bin]');
  return cell === null || cell === undefined ? null : Number(cell.dataset['bin']);
}
