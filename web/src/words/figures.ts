/** Figures as they are written: inches, degrees, shares. */

export function figure(value: number, digits = 1): string {
  return (Math.round(value * 10 ** digits) / 10 ** digits).toString();
}

export const inch = (value: number, digits = 1) => `${figure(value, digits)}″`;

export const needs = (need: number) => `${need}+`;

export const percent = (share: number) => `${share > 0 && share < 0.01 ? "<1" : Math.round(share * 100)} %`;

export const degrees = (value: number) => `${figure(value, 1)}°`;

export function signed(value: number): string {
  const shown = figure(Math.abs(value), 1);
  return `${shown === "0" ? "±" : value > 0 ? "+" : "−"}${shown}`;
}

/** With a capital letter, as at the start of a button. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
