;;; What Emacs shows of tokens: reads a list of files with places, writes the classes there.  -*- lexical-binding: t; -*-
(require 'json)
(setq probity-eglot nil)
(require 'probity)

(defconst colours-classes
  '((font-lock-keyword-face . "keyword") (font-lock-function-name-face . "function") (font-lock-builtin-face . "operator")
    (font-lock-type-face . "type") (font-lock-constant-face . "constant") (font-lock-string-face . "string")
    (font-lock-comment-face . "comment") (font-lock-comment-delimiter-face . "comment")
    (font-lock-doc-face . "comment") (font-lock-preprocessor-face . "label")))

(defun colours-of (file)
  (with-current-buffer (find-file-noselect (alist-get 'path file))
    (unless (equal (symbol-name major-mode) (format "probity-%s-mode" (alist-get 'language file)))
      (error "%s is in %s" (alist-get 'path file) major-mode))
    (font-lock-ensure)
    (vconcat
     (mapcar (lambda (place)
               (goto-char (point-min))
               (forward-line (aref place 0))
               (let ((face (get-text-property (+ (point) (aref place 1)) 'face)))
                 (or (alist-get (if (consp face) (car face) face) colours-classes) "plain")))
             (alist-get 'places file)))))

(let ((task (json-read-file (getenv "PROBITY_TASK"))))
  (with-temp-file (getenv "PROBITY_RESULT")
    (set-buffer-file-coding-system 'utf-8)
    (insert (json-encode (vconcat (mapcar #'colours-of task))))))
