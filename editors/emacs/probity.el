;;; probity.el --- Models in B, Event-B and CSP-M  -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1") (eglot "1.9"))
;; Keywords: languages

;;; Commentary:

;; Major modes for models, and the language server `probity lsp' by Eglot:
;;
;;   (add-to-list 'load-path "/usr/share/probity/editors/emacs")
;;   (require 'probity)
;;
;; The modes start the server by themselves if `probity-eglot' is not nil.

;;; Code:

(require 'probity-words)
(require 'eglot nil t)

(declare-function eglot-current-server "eglot")
(declare-function jsonrpc-async-request "jsonrpc")
(declare-function eglot--TextDocumentIdentifier "eglot")
(defvar eglot-server-programs)

(defgroup probity nil
  "Models in B, Event-B and CSP-M."
  :group 'languages)

(defcustom probity-program "probity"
  "The program that checks models."
  :type 'string)

(defcustom probity-eglot t
  "Whether the modes start the language server."
  :type 'boolean)

;;; Colours

(defun probity--words (notation place)
  "The words of NOTATION that are shown as PLACE."
  (alist-get place (alist-get notation probity-words)))

(defun probity--any (words &optional after)
  "An expression for one of WORDS that stands alone; AFTER follows."
  (concat "\\_<" (regexp-opt words t) "\\_>" after))

(defun probity--font-lock (notation)
  "How words and symbols of NOTATION are shown."
  (let ((soft (probity--words notation 'soft))
        (signs (probity--words notation 'signs)))
    `(,@(when (eq notation 'eventb) '(("@\\(?:`[^`\n]*`\\|[^[:space:]\n]+\\)" . font-lock-preprocessor-face)))
      ,@(when (eq notation 'csp)
          '((":\\[\\([^]\n]*\\)\\]" 1 font-lock-preprocessor-face)))
      (,(probity--any (append (probity--words notation 'clauses) (probity--words notation 'control)))
       . font-lock-keyword-face)
      (,(probity--any (probity--words notation 'functions)) . font-lock-function-name-face)
      ,@(when soft `((,(probity--any soft "[ \t]*(") 1 font-lock-function-name-face)))
      (,(probity--any (probity--words notation 'operators)) . font-lock-builtin-face)
      (,(probity--any (probity--words notation 'types)) . font-lock-type-face)
      (,(probity--any (probity--words notation 'constants)) . font-lock-constant-face)
      ,@(when (eq notation 'b) '(("\\$0\\_>" . font-lock-builtin-face)))
      ("\\_<[0-9][0-9_]*\\(?:\\.[0-9]+\\(?:[eE][-+]?[0-9]+\\)?\\|x[0-9A-Fa-f]+\\)?" . font-lock-constant-face)
      ,@(when signs `((,(regexp-opt signs) . font-lock-constant-face)))
      ,@(when (eq notation 'csp) '(("\\[[A-Z]+=" . font-lock-builtin-face)))
      (,(regexp-opt (probity--words notation 'symbols)) . font-lock-builtin-face))))

(defun probity--syntax-table (notation)
  "Which characters of NOTATION are comments, strings and names."
  (let ((table (make-syntax-table)))
    (dolist (char (string-to-list "!#$%&*+-./:<=>?@\\^|~'`"))
      (modify-syntax-entry char "." table))
    (dolist (symbol (append (probity--words notation 'symbols) (probity--words notation 'signs) '("·" "⋅" "•")))
      (dolist (char (string-to-list symbol))
        (when (> char 127) (modify-syntax-entry char "." table))))
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?\n ">" table)
    (if (eq notation 'csp)
        (progn
          (modify-syntax-entry ?- ". 123" table)
          (modify-syntax-entry ?\{ "(}1nb" table)
          (modify-syntax-entry ?\} "){4nb" table)
          (modify-syntax-entry ?' "_" table))
      (modify-syntax-entry ?/ ". 124b" table)
      (modify-syntax-entry ?* ". 23" table)
      (modify-syntax-entry ?\n "> b" table))
    (modify-syntax-entry ?\" (if (eq notation 'eventb) "." "\"") table)
    table))

(defconst probity--propertize-b
  (syntax-propertize-rules
   ;; '''…''' and ```…```: their quotes are generic delimiters of strings.
   ("\\('\\)''\\|\\(`\\)``"
    (0 (let* ((from (match-beginning 0))
              (state (save-excursion (syntax-ppss from)))
              (inside (nth 3 state)))
         (unless (or (nth 4 state)
                     (and inside (or (not (eq inside t))
                                     (not (eq (char-after (nth 8 state)) (char-after from))))))
           (let ((at (if inside (+ from 2) from)))
             (put-text-property at (1+ at) 'syntax-table (string-to-syntax "|"))))
         nil)))
   ("\\\\[\"\\\\]"
    (0 (when (nth 3 (save-excursion (syntax-ppss (match-beginning 0)))) (string-to-syntax "/")))))
  "Strings of classical B.")

(defconst probity--propertize-csp
  (syntax-propertize-rules
   ;; A quote is a prime of a name, or encloses a character.
   ("[^A-Za-z0-9_']\\('\\)\\(?:\\\\.\\|[^\\'\n]\\)\\('\\)" (1 "\"") (2 "\""))
   ("\\\\[\"\\\\]"
    (0 (when (nth 3 (save-excursion (syntax-ppss (match-beginning 0)))) (string-to-syntax "/")))))
  "Characters of CSP-M.")

;;; Modes

(defun probity--set-up (notation line block)
  "Set up the buffer for NOTATION; LINE and BLOCK begin comments."
  (setq-local font-lock-defaults (list (probity--font-lock notation)))
  (setq-local comment-start (concat line " "))
  (setq-local comment-end "")
  (setq-local comment-start-skip (concat "\\(?:" (regexp-quote line) "+\\|" (regexp-quote block) "+\\)[ \t]*"))
  (setq-local indent-tabs-mode nil)
  (setq-local indent-line-function #'indent-relative-first-indent-point)
  (setq-local require-final-newline t)
  (when (and probity-eglot (fboundp 'eglot-ensure) buffer-file-name (executable-find probity-program))
    (eglot-ensure)))

;;;###autoload
(define-derived-mode probity-b-mode prog-mode "B"
  "Editing machines of classical B."
  :syntax-table (probity--syntax-table 'b)
  (setq-local syntax-propertize-function probity--propertize-b)
  (probity--set-up 'b "//" "/*"))

;;;###autoload
(define-derived-mode probity-eventb-mode prog-mode "Event-B"
  "Editing machines and contexts of Event-B as text."
  :syntax-table (probity--syntax-table 'eventb)
  (probity--set-up 'eventb "//" "/*"))

;;;###autoload
(define-derived-mode probity-csp-mode prog-mode "CSP-M"
  "Editing scripts of CSP-M."
  :syntax-table (probity--syntax-table 'csp)
  (setq-local syntax-propertize-function probity--propertize-csp)
  (probity--set-up 'csp "--" "{-"))

;;;###autoload
(progn
  (add-to-list 'auto-mode-alist '("\\.\\(?:mch\\|ref\\|imp\\)\\'" . probity-b-mode))
  (add-to-list 'auto-mode-alist '("\\.eventb\\'" . probity-eventb-mode))
  (add-to-list 'auto-mode-alist '("\\.\\(?:cspm?\\|fdr[23]\\)\\'" . probity-csp-mode))
  ;; Other programs have files with the endings .sys and .def, too.
  (add-to-list 'magic-mode-alist '(probity--is-b . probity-b-mode)))

;;;###autoload
(defun probity--is-b ()
  "Whether this is a system or are definitions of classical B."
  (and buffer-file-name
       (string-match-p "\\.\\(?:sys\\|def\\)\\'" buffer-file-name)
       (let ((case-fold-search nil))
         (re-search-forward "^[ \t]*\\(?:SYSTEM\\|MACHINE\\|MODEL\\|DEFINITIONS\\)\\_>" nil t))))

;;; The server

(defun probity--run (command)
  "Ask the server to run COMMAND for this file."
  (let ((server (and (fboundp 'eglot-current-server) (eglot-current-server))))
    (unless server (user-error "The language server does not run here: M-x eglot starts it"))
    (save-buffer)
    (jsonrpc-async-request
     server :workspace/executeCommand
     (list :command (concat "probity." command)
           :arguments (vector (plist-get (eglot--TextDocumentIdentifier) :uri)))
     :timeout nil
     :success-fn #'ignore
     :error-fn (lambda (problem) (message "%s" (plist-get problem :message))))))

(defun probity-check ()
  "Explore the model; a counterexample is shown as diagnostics."
  (interactive)
  (probity--run "check"))

(defun probity-prove ()
  "Prove the obligations of the model."
  (interactive)
  (probity--run "prove"))

(defun probity-animate ()
  "Step through the model in the browser."
  (interactive)
  (probity--run "animate"))

(dolist (map (list probity-b-mode-map probity-eventb-mode-map probity-csp-mode-map))
  (define-key map (kbd "C-c C-c") #'probity-check)
  (define-key map (kbd "C-c C-p") #'probity-prove)
  (define-key map (kbd "C-c C-a") #'probity-animate))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               `(((probity-b-mode :language-id "b")
                  (probity-eventb-mode :language-id "eventb")
                  (probity-csp-mode :language-id "csp"))
                 . ,(lambda (&rest _) (list probity-program "lsp")))))

(provide 'probity)
;;; probity.el ends here
