/** Refusals of files. */
export const UPLOAD_REFUSALS = {
  "upload.not_found": { status: 404, text: "File not found." },
  "upload.count_limit": { status: 422, text: "This trade has too many files." },
  "upload.size_limit": { status: 413, text: "The file is larger than 10 MB." },
  "upload.broken_image": { status: 422, text: "The image is damaged." },
  "upload.broken_pdf": { status: 422, text: "The PDF is damaged." },
  "upload.picture_pixels": {
    status: 422,
    text: "The picture has {width} × {height} pixels. The limit is {max} megapixels: send a smaller copy.",
  },
  "upload.too_heavy": { status: 422, text: "This file is too complex to read. Save it as a smaller or simpler copy." },
  "upload.busy": { status: 503, text: "We are reading many files right now. Please try again in a moment." },
  "upload.locked_pdf": { status: 422, text: "This PDF is protected by a password. Save a copy without it." },
  "upload.active_pdf": {
    status: 422,
    text: "The PDF contains active content or other files. Print it to a plain PDF.",
  },
  "upload.empty_pdf": { status: 422, text: "The PDF is empty." },
  "upload.pdf_page_limit": { status: 422, text: "The PDF has more than 10 pages." },
  "upload.not_accepted": { status: 422, text: "Only JPEG, PNG and PDF files are accepted." },
} as const;
