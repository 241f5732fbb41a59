import type { ComponentType } from 'react';
import type { FiguresRef } from '../../machines/home/figures-machine.ts';
import { AnimalsHeardToday } from './animals-heard.tsx';
import { AttentionList } from './attention-list.tsx';
import { ChartCarousel } from './chart-carousel.tsx';
import { PastHour } from './past-hour.tsx';

/** The components of Home's figures, all loaded together. */
export type FiguresViews = {
  Animals: ComponentType<{ figures: FiguresRef }>;
  Attention: ComponentType<{ figures: FiguresRef }>;
  PastHour: ComponentType<{ figures: FiguresRef }>;
  Charts: ComponentType<{ figures: FiguresRef; onReload: () => void }>;
};

export const figuresViews: FiguresViews = {
  Animals: AnimalsHeardToday,
  Attention: AttentionList,
  PastHour,
  Charts: ChartCarousel,
};
