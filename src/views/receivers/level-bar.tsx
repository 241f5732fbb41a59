import type { Level } from '../../model/entities/receiver-health.ts';
import { type LevelBar as Bar, levelLegend } from '../../model/receivers/level-bars.ts';
import { CrossCircleIcon, WarningIcon } from '../controls/icons.tsx';
import styles from './level-bar.module.css';

const icons = { good: null, low: WarningIcon, bad: CrossCircleIcon } as const;

/** Tells levels apart without colour: a triangle for a low one, a cross for a bad one. */
export function LevelMark({ level }: { level: Level }) {
  const Icon = icons[level];
  return Icon === null ? null : (
    <span className={styles.mark}>
      <Icon size={12} />
    </span>
  );
}

/** How full, with a notch at each limit; the number beside it says the same. */
export function LevelBar({ bar }: { bar: Bar }) {
  return (
    <span className={styles.bar} data-level={bar.level} aria-hidden>
      <span className={styles.filled} style={{ inlineSize: `${bar.filled}%` }} />
      {bar.limits.map((limit) => (
        <span key={limit} className={styles.limit} style={{ insetInlineStart: `${limit}%` }} />
      ))}
    </span>
  );
}

/** What the bars and marks of the list mean (FLEET-15). */
export function LevelLegend() {
  return (
    <ul className={styles.legend} aria-label="Bars of memory and voltage">
      {levelLegend.map(({ level, text }) => (
        <li key={level}>
          <span className={styles.sample}>
            <LevelBar bar={{ level, filled: 100, limits: [] }} />
          </span>
          <LevelMark level={level} />
          {text}
        </li>
      ))}
    </ul>
  );
}
