/** Two short notes for news. Silent where the reader switched it off, or the browser has not been touched yet. */
const KEY = "notice_sound";
const NOTES_HZ = [660, 880];
const NOTE_SEC = 0.14;

export function isSoundOn(): boolean {
  return localStorage.getItem(KEY) !== "off";
}

export function switchSound(isOn: boolean): void {
  localStorage.setItem(KEY, isOn ? "on" : "off");
}

export function chime(): void {
  if (!isSoundOn() || !navigator.userActivation?.hasBeenActive) return;
  const context = new AudioContext();
  NOTES_HZ.forEach((hertz, place) => {
    const tone = context.createOscillator();
    const loudness = context.createGain();
    const from = context.currentTime + place * NOTE_SEC;
    tone.frequency.value = hertz;
    loudness.gain.setValueAtTime(0.08, from);
    loudness.gain.exponentialRampToValueAtTime(0.001, from + NOTE_SEC);
    tone.connect(loudness).connect(context.destination);
    tone.start(from);
    tone.stop(from + NOTE_SEC);
    if (place === NOTES_HZ.length - 1) tone.onended = () => void context.close();
  });
}
