import type { ComponentType } from 'react';
import type { FiguresRef } from '../../machines/home/figures-machine.ts';
import { AttentionList } from './attention-list.tsx';
import { ChartCarousel } from './chart-carousel.tsx';

/** What draws Home's figures: what needs attention stands above all else, the charts below the map. */
export type FiguresViews = {
  Attention: ComponentType<{ figures: FiguresRef }>;
  Charts: ComponentType<{ figures: FiguresRef; onReload: () => void }>;
};

export const figuresViews: FiguresViews = { Attention: AttentionList, Charts: ChartCarousel };
