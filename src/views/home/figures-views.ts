import type { ComponentType } from 'react';
import type { FiguresRef } from '../../machines/home/figures-machine.ts';
import { AttentionList } from './attention-list.tsx';
import { ChartCarousel } from './chart-carousel.tsx';
import { PastHour } from './past-hour.tsx';

/** What draws Home's figures: attention and the past hour in its first row, the charts at its end. */
export type FiguresViews = {
  Attention: ComponentType<{ figures: FiguresRef }>;
  PastHour: ComponentType<{ figures: FiguresRef }>;
  Charts: ComponentType<{ figures: FiguresRef; onReload: () => void }>;
};

export const figuresViews: FiguresViews = { Attention: AttentionList, PastHour, Charts: ChartCarousel };
