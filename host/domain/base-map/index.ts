export { type MapStyle, openMapStyle } from './map-style.ts';
